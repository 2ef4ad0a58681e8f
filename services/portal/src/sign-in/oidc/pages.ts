import { email } from '@jobboard/contracts/text'
import { redirect } from '../../http/outcome.ts'
import { findPersons } from '../../person/find-persons.ts'
import type { Person, PersonId } from '../../person/person.ts'
import { finish, readPersons } from '../finish.ts'
import type { Guest, GuestPage } from '../guest.ts'
import { ATTEMPTS_PER_NETWORK, networkOf, subjectOf, take } from '../limit.ts'
import { nextOf } from '../next.ts'
import { refusal } from '../refusal.ts'
import { keyedHash } from '../secret.ts'
import type { SignIn } from '../sign-in.ts'
import { texts } from '../texts.ts'
import { insertAttempt, takeAttempt } from './attempt.ts'
import { isSame, listBound, unbind, withoutOthers } from './identity.ts'
import type { Provider, SignedInAccount } from './provider.ts'

/** The pages of the sign-in by OpenID Connect; none where no provider is configured. */
export function oidcPages(signIn: SignIn): GuestPage[] {
  const { provider } = signIn
  if (!provider) return []
  return [
    { method: 'GET', path: '/sign-in/oidc', handle: (guest) => leave(signIn, provider, guest) },
    { method: 'GET', path: '/sign-in/oidc/callback', handle: (guest) => comeBack(signIn, provider, guest) },
  ]
}

/** Sends the browser to the provider. */
async function leave({ deps, counters }: SignIn, provider: Provider, guest: Guest) {
  const { db, env, log } = deps
  const network = subjectOf(env, ATTEMPTS_PER_NETWORK, networkOf(guest.request.ip))
  if (!(await take(db.sql, ATTEMPTS_PER_NETWORK, network, guest.now))) {
    counters.refused('network_limit')
    return refusal(429, texts.networkTitle, texts.attemptsNext)
  }
  try {
    const { url, state, ...attempt } = await provider.begin()
    const next = nextOf(guest.query.next)
    await insertAttempt(
      db.sql,
      stateHash(env, state),
      bindingHash(env, guest),
      { ...attempt, next },
      guest.now,
    )
    return redirect(url.href)
  } catch (err) {
    log.warn({ err, requestId: guest.request.id }, 'the provider of the sign-in cannot be reached')
    counters.refused('provider')
    return refusal(503, texts.providerDown(provider.name), texts.providerDownNext)
  }
}

/** What the provider says about who came back. */
async function comeBack(signIn: SignIn, provider: Provider, guest: Guest) {
  const { counters, deps } = signIn
  const { db, env, log } = deps
  const refused = (title: string, next: string) => {
    counters.refused('provider')
    return refusal(403, title, next)
  }
  const state = guest.query.state ?? ''
  const attempt = await takeAttempt(db.sql, stateHash(env, state), bindingHash(env, guest), guest.now)
  if (!attempt) return refused(texts.providerRefused(provider.name), texts.providerRefusedNext)
  let account: SignedInAccount
  try {
    account = await provider.complete(new URL(guest.request.url, env.PORTAL_BASE_URL), { ...attempt, state })
  } catch (err) {
    log.warn({ err, requestId: guest.request.id }, 'the provider has not signed a person in')
    return refused(texts.providerRefused(provider.name), texts.providerRefusedNext)
  }
  const persons = await personsOf(signIn, guest, account)
  if (persons.length === 0) return refused(texts.unknown, texts.providerUnknownNext(provider.name))
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

function bindingHash(env: Parameters<typeof keyedHash>[0], { binding }: Guest): Buffer {
  return keyedHash(env, 'binding', binding)
}
