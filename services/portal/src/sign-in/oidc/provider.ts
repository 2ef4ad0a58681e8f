import type { Sql } from '@jobboard/db/sql'
import { coalesce } from '@jobboard/service/metrics/registry'
import * as client from 'openid-client'
import type { PortalEnv } from '../../env.ts'
import type { PersonId } from '../../person/person.ts'

/** What the browser takes to the provider, and what it must bring back. */
export interface Begun {
  url: URL
  state: string
  nonce: string
  codeVerifier: string
}

/** An account with its address; undefined when the provider does not say that it has confirmed the address. */
export interface SignedInAccount extends Account {
  address: string | undefined
}

export interface Provider {
  name: string
  /** Throws when the provider cannot be reached. */
  begin(): Promise<Begun>
  /** Exchanges the code in `url`, where the provider sent the browser. Throws when the provider refused, cannot be reached or
   * has sent what does not belong to `begun`. */
  complete(url: URL, begun: Omit<Begun, 'url'>): Promise<SignedInAccount>
}

const TIMEOUT_SECONDS = 5

/** Opens the provider of the environment; undefined when none is configured. Nothing is asked before the first sign-in, and
 * what has failed is asked again, so the portal starts without its provider. */
export function openProvider(env: PortalEnv): Provider | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret, OIDC_NAME: name } = env
  if (issuer === undefined || id === undefined || secret === undefined) return undefined
  const redirectUri = `${env.PORTAL_BASE_URL}/sign-in/oidc/callback`
  // The environment admits http on loopback alone.
  const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : []
  const options = { execute, timeout: TIMEOUT_SECONDS }
  let discovered: client.Configuration | undefined
  const configuration = coalesce(async () => {
    discovered ??= await client.discovery(new URL(issuer), id, undefined, authentication(secret), options)
    return discovered
  })
  return {
    name: name ?? new URL(issuer).hostname,
    async begin() {
      const config = await configuration()
      const codeVerifier = client.randomPKCECodeVerifier()
      const [state, nonce] = [client.randomState(), client.randomNonce()]
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      return { url, state, nonce, codeVerifier }
    },
    async complete(url, { state, nonce, codeVerifier }) {
      const config = await configuration()
      const tokens = await client.authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()!
      // Many providers name the address only at their userinfo endpoint.
      const { email, email_verified: isVerified } =
        claims.email === undefined
          ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
          : claims
      const address = isVerified === true && typeof email === 'string' ? email.toLowerCase() : undefined
      return { issuer: claims.iss, subject: claims.sub, address }
    },
  }
}

/** As the provider wants the secret: in the header unless it accepts it only in the body. */
function authentication(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

export interface Account {
  issuer: string
  subject: string
}

/** The persons to whom an account was bound. */
export async function listBound(sql: Sql, { issuer, subject }: Account): Promise<PersonId[]> {
  return sql<PersonId>`
    select person_kind as kind, person_id as id from identity
    where issuer = ${issuer} and subject = ${subject} order by person_kind, person_id`
}

/** Those of the persons who are not bound to another account of this issuer: an address that was given to somebody else
 * opens nothing. */
export async function withoutOthers(
  sql: Sql,
  { issuer, subject }: Account,
  persons: readonly PersonId[],
): Promise<PersonId[]> {
  const others = await sql<PersonId>`
    select person_kind as kind, person_id as id from identity
    where issuer = ${issuer} and subject <> ${subject}
      and (person_kind, person_id) in (
        select * from unnest(${persons.map(({ kind }) => kind)}::text[], ${persons.map(({ id }) => id)}::integer[]))`
  return persons.filter((person) => !others.some((other) => isSame(person, other)))
}

/** Binds an account to a person at the first sign-in. False when the person is bound to another account of this issuer, also
 * when both come at once: the primary key decides. */
export async function bindAccount(
  sql: Sql,
  { issuer, subject }: Account,
  { kind, id }: PersonId,
  now: Date,
): Promise<boolean> {
  await sql`
    insert into identity (issuer, subject, person_kind, person_id, created_at)
    values (${issuer}, ${subject}, ${kind}, ${id}, ${now}) on conflict do nothing`
  const [row] = await sql<{ subject: string }>`
    select subject from identity where issuer = ${issuer} and person_kind = ${kind} and person_id = ${id}`
  return row?.subject === subject
}

/** Forgets the accounts of a person who was removed. */
export async function unbind(sql: Sql, { kind, id }: PersonId): Promise<void> {
  await sql`delete from identity where person_kind = ${kind} and person_id = ${id}`
}

export function isSame(a: PersonId, b: PersonId): boolean {
  return a.kind === b.kind && a.id === b.id
}
