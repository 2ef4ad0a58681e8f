import { email } from '@jobboard/contracts/text'
import type { Sql } from '@jobboard/db/sql'
import type { Guest, GuestPage } from '../../http/guest.ts'
import { networkOf } from '../../http/pace.ts'
import { redirect } from '../../http/page.ts'
import type { Person, PersonId } from '../../person/person.ts'
import { findPersons } from '../../person/person.ts'
import { keyedHash } from '../../session/session.ts'
import { finish, readPersons } from '../finish.ts'
import { ATTEMPTS_PER_NETWORK, take } from '../limit.ts'
import { refuse } from '../pages.ts'
import { nextOf, type SignIn } from '../sign-in.ts'
import { isSame, listBound, type Provider, type SignedInAccount, unbind, withoutOthers } from './provider.ts'

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
  const network = networkOf(guest.request.ip)
  if (!(await take(signIn.deps, ATTEMPTS_PER_NETWORK, network, guest.now))) return refuse(signIn, 'attempts')
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
