import { type Redirect, redirect, type View } from '../http/outcome.ts'
import type { Person, PersonId } from '../person/person.ts'
import { readPerson } from '../person/read-person.ts'
import { readCookie } from '../session/cookies.ts'
import { endSessionOf, startSession } from '../session/session.ts'
import { insertChoice, type Proof } from './choice.ts'
import type { Guest } from './guest.ts'
import { bindAccount } from './oidc/identity.ts'
import { refusal } from './refusal.ts'
import { keyedHash, newToken } from './secret.ts'
import type { SignIn } from './sign-in.ts'
import { texts } from './texts.ts'

const READS_AT_ONCE = 10

/** Those of the persons who still exist, in the order of `ids`. Throws unavailable: nothing was used up then. */
export async function readPersons(
  { deps }: SignIn,
  { request }: Guest,
  ids: readonly PersonId[],
): Promise<Person[]> {
  const read: (Person | undefined)[] = []
  // An address may be that of hundreds of persons, one for each employer.
  for (let at = 0; at < ids.length; at += READS_AT_ONCE) {
    const some = ids.slice(at, at + READS_AT_ONCE)
    read.push(...(await Promise.all(some.map((id) => readPerson(deps, id, request.id)))))
  }
  return read.filter((person) => person !== undefined)
}

/** Ends the sign-in of a browser that has proved who it is: starts the session, or lets several persons choose. */
export async function finish(
  signIn: SignIn,
  guest: Guest,
  persons: readonly Person[],
  proof: Omit<Proof, 'persons'>,
): Promise<View | Redirect> {
  const [person, ...others] = persons
  if (!person) {
    signIn.counters.refused('unknown_person')
    return refusal(410, texts.unknown, texts.unknownNext)
  }
  if (others.length === 0) return begin(signIn, guest, person, proof)
  const { db, env } = signIn.deps
  // Another secret than before the proof: who knew the old one has not proved anything.
  const binding = newToken()
  const ids = persons.map(({ kind, id }) => ({ kind, id }))
  await insertChoice(db.sql, keyedHash(env, 'binding', binding), { ...proof, persons: ids }, guest.now)
  return { ...redirect('/sign-in/choose'), cookies: { binding } }
}

/** Starts the session of the person in this browser, in place of the one before. */
export async function begin(
  { deps: { db, env }, counters }: SignIn,
  { request, now }: Guest,
  person: Person,
  { signedInBy, account, next }: Omit<Proof, 'persons'>,
): Promise<View | Redirect> {
  if (account && !(await bindAccount(db.sql, account, person, now))) {
    counters.refused('provider')
    return refusal(403, texts.unknown, texts.unknownNext)
  }
  const before = readCookie(env, request, 'session')
  if (before) await endSessionOf(db.sql, before)
  const userAgent = request.headers['user-agent'] ?? ''
  const session = await startSession(db, person, { signedInBy, userAgent, now })
  counters.signedIn(signedInBy)
  return { ...redirect(next), cookies: { session, binding: null } }
}
