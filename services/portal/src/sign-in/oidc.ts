import { email } from '@jobboard/contracts/text'
import type { Sql } from '@jobboard/db/sql'
import { coalesce } from '@jobboard/service/metrics/registry'
import * as client from 'openid-client'
import type { PortalEnv } from '../env.ts'
import type { Guest, GuestPage } from '../http/guest.ts'
import { networkOf } from '../http/pace.ts'
import { redirect } from '../http/page.ts'
import { findPersons, type Person, type PersonId } from '../person/person.ts'
import { keyedHash } from '../session/session.ts'
import { finish, readPersons } from './finish.ts'
import { ATTEMPTS_PER_NETWORK, subjectOf, take } from './limit.ts'
import { refuse } from './pages.ts'
import { nextOf, type SignIn } from './sign-in.ts'

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

const ATTEMPT_LIFETIME_MS = 10 * 60_000

/** The pages of the sign-in by OpenID Connect; none where no provider is configured. */
export function oidcPages(signIn: SignIn): GuestPage[] {
  const { provider } = signIn
  if (!provider) return []
  return [
    { method: 'GET', path: '/sign-in/oidc', handle: (guest) => leave(signIn, provider, guest) },
    { method: 'GET', path: '/sign-in/oidc/callback', handle: (guest) => comeBack(signIn, provider, guest) },
  ]
}

async function leave(signIn: SignIn, provider: Provider, guest: Guest) {
  const { db, env, log } = signIn.deps
  const network = subjectOf(env, ATTEMPTS_PER_NETWORK, networkOf(guest.request.ip))
  if (!(await take(db.sql, ATTEMPTS_PER_NETWORK, network, guest.now))) return refuse(signIn, 'attempts')
  try {
    const { url, state, ...attempt } = await provider.begin()
    const next = nextOf(guest.query.next)
    await insertAttempt(db.sql, stateHash(env, state), guest, { ...attempt, next })
    return redirect(url.href)
  } catch (err) {
    log.warn({ err, requestId: guest.request.id }, 'the provider of the sign-in cannot be reached')
    return refuse(signIn, 'providerDown')
  }
}

async function comeBack(signIn: SignIn, provider: Provider, guest: Guest) {
  const { db, env, log } = signIn.deps
  const state = guest.query.state ?? ''
  const attempt = await takeAttempt(db.sql, stateHash(env, state), guest)
  if (!attempt) return refuse(signIn, 'providerRefused')
  let account: SignedInAccount
  try {
    account = await provider.complete(new URL(guest.request.url, env.PORTAL_BASE_URL), { ...attempt, state })
  } catch (err) {
    log.warn({ err, requestId: guest.request.id }, 'the provider has not signed a person in')
    return refuse(signIn, 'providerRefused')
  }
  const persons = await personsOf(signIn, guest, account)
  if (persons.length === 0) return refuse(signIn, 'providerUnknown')
  const { issuer, subject } = account
  return finish(signIn, guest, persons, {
    signedInBy: 'oidc',
    account: { issuer, subject },
    next: attempt.next,
  })
}

/** The persons of an account: those to whom it was bound, and those with its confirmed address who are bound to none. */
async function personsOf(signIn: SignIn, guest: Guest, account: SignedInAccount): Promise<Person[]> {
  const { sql } = signIn.deps.db
  const bound = await listBound(sql, account)
  const byAddress = await withoutOthers(sql, account, await findByAddress(signIn, guest, account.address))
  const others = byAddress.filter((person) => !bound.some((other) => isSame(person, other)))
  const persons = await readPersons(signIn, guest, [...bound, ...others])
  for (const id of bound) if (!persons.some((person) => isSame(person, id))) await unbind(sql, id)
  return persons
}

async function findByAddress({ deps }: SignIn, { request }: Guest, address = ''): Promise<PersonId[]> {
  const parsed = email().safeParse(address)
  return parsed.success ? findPersons(deps, parsed.data, request.id) : []
}

function stateHash(env: Parameters<typeof keyedHash>[0], state: string): Buffer {
  return keyedHash(env, 'state', state)
}

interface Attempt {
  nonce: string
  codeVerifier: string
  next: string
}

/** Keeps it for 10 minutes. */
async function insertAttempt(
  sql: Sql,
  stateHash: Buffer,
  { bindingHash, now }: Guest,
  { nonce, codeVerifier, next }: Attempt,
): Promise<void> {
  await sql`
    insert into oidc_attempt (state_hash, binding_hash, nonce, code_verifier, next, ends_at)
    values (${stateHash}, ${bindingHash}, ${nonce}, ${codeVerifier}, ${next},
      ${new Date(now.getTime() + ATTEMPT_LIFETIME_MS)})`
}

/** The attempt of this browser, which is used up: a response of the provider works once. */
async function takeAttempt(
  sql: Sql,
  stateHash: Buffer,
  { bindingHash, now }: Guest,
): Promise<Attempt | undefined> {
  const [row] = await sql<Attempt>`
    delete from oidc_attempt where state_hash = ${stateHash} and binding_hash = ${bindingHash} and ends_at > ${now}
    returning nonce, code_verifier, next`
  return row
}
