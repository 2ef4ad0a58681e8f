import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { freePort } from '@jobboard/stack/infra/free-port'
import { Provider } from 'oidc-provider'
import { openVisitor, type Visitor } from './visitor.ts'

/** An account at the provider. */
export interface ProviderAccount {
  subject: string
  email: string
  isVerified: boolean
}

/** A real provider of OpenID Connect on loopback, which asks nothing: everybody is the account of `use`. */
export interface SignInProvider {
  issuer: string
  /** Of the portal that is its client. */
  env: Record<string, string>
  use(account: ProviderAccount): void
  /** Lets the browser sign in there, and returns the path of the portal to which it is sent back. */
  signIn(url: string): Promise<string>
  start(): Promise<void>
  stop(): Promise<void>
}

const CLIENT = { client_id: 'portal', client_secret: randomBytes(24).toString('hex') }

/** Prepares a provider for the portal at `portalUrl`; `start` opens its port. */
export async function openSignInProvider(portalUrl: string): Promise<SignInProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  let account: ProviderAccount | undefined
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  const claimsOf = (subject: string) => ({
    sub: subject,
    email: account!.email,
    email_verified: account!.isVerified,
  })
  const provider: Provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [`${portalUrl}/sign-in/oidc/callback`] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, subject: string) => ({
      accountId: subject,
      claims: () => claimsOf(subject),
    }),
    interactions: { url: () => '/interaction' },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 600,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256', kid: 'one' }] },
    async loadExistingGrant() {
      const grant = new provider.Grant({ clientId: CLIENT.client_id, accountId: account!.subject })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  const server = createServer((request, response) => {
    if (request.url !== '/interaction') return void handle(request, response)
    void provider.interactionFinished(request, response, {
      login: { accountId: account!.subject, remember: false },
    })
  })
  return {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_NAME: 'Fjord ID',
    },
    use(next) {
      account = next
    },
    async signIn(url) {
      const browser: Visitor = openVisitor(issuer)
      const page = await browser.open(url)
      const back = page.redirects.at(-1)?.to
      if (!back?.startsWith(portalUrl))
        throw new Error(`not sent back: ${page.status} ${page.source.slice(0, 500)}`)
      return back.slice(portalUrl.length)
    },
    start: () => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve)),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
