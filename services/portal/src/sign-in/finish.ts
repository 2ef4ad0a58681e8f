import type { Sql } from '@jobboard/db/sql'
import { type Entered, field } from '@jobboard/html/field'
import { pageNumber, pager } from '@jobboard/html/table'
import { text } from '../http/form.ts'
import { type Guest, type GuestPage, hashOfBinding } from '../http/guest.ts'
import { type Redirect, redirect, type View } from '../http/page.ts'
import { type Person, type PersonId, readPerson } from '../person/person.ts'
import { readCookie } from '../session/cookies.ts'
import { endSessionOf, newToken, type SignInMethod, startSession } from '../session/session.ts'
import { type Account, bindAccount } from './oidc/provider.ts'
import { guestForm, guestPage, refuse } from './pages.ts'
import type { SignIn } from './sign-in.ts'

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
  if (!person) return refuse(signIn, 'unknown')
  if (others.length === 0) return begin(signIn, guest, person, proof)
  const { db, env } = signIn.deps
  // Another secret than before the proof: who knew the old one has not proved anything.
  const binding = newToken()
  const ids = persons.map(({ kind, id }) => ({ kind, id }))
  await insertChoice(db.sql, hashOfBinding(env, binding), { ...proof, persons: ids }, guest.now)
  return { ...redirect('/sign-in/choose'), cookies: { binding } }
}

/** Starts the session of the person in this browser, in place of the one before. */
export async function begin(
  signIn: SignIn,
  { request, now }: Guest,
  person: Person,
  { signedInBy, account, next }: Omit<Proof, 'persons'>,
): Promise<View | Redirect> {
  const { db, env } = signIn.deps
  if (account && !(await bindAccount(db.sql, account, person, now))) return refuse(signIn, 'otherAccount')
  const before = readCookie(env, request, 'session')
  if (before) await endSessionOf(db.sql, before)
  const userAgent = request.headers['user-agent'] ?? ''
  const session = await startSession(db, person, { signedInBy, userAgent, now })
  signIn.counters.signedIn(signedInBy)
  return { ...redirect(next), cookies: { session, binding: null } }
}

/** What a browser has proved: that one of these persons sits in front of it. */
export interface Proof {
  persons: PersonId[]
  signedInBy: SignInMethod
  /** The account at the provider, to bind to the person. */
  account?: Account
  next: string
}

const CHOICE_LIFETIME_MS = 10 * 60_000

interface Row {
  persons: PersonId[]
  signedInBy: SignInMethod
  issuer: string | null
  subject: string | null
  next: string
}

/** Keeps the proof until the person has chosen, for 10 minutes. */
async function insertChoice(
  sql: Sql,
  bindingHash: Buffer,
  { persons, signedInBy, account, next }: Proof,
  now: Date,
): Promise<void> {
  await sql`
    insert into sign_in_choice (binding_hash, persons, signed_in_by, issuer, subject, next, ends_at)
    values (${bindingHash}, ${JSON.stringify(persons)}::jsonb, ${signedInBy}, ${account?.issuer ?? null},
      ${account?.subject ?? null}, ${next}, ${new Date(now.getTime() + CHOICE_LIFETIME_MS)})`
}

/** What the browser has proved, while it may choose. */
async function findChoice(sql: Sql, bindingHash: Buffer, now: Date): Promise<Proof | undefined> {
  const [row] = await sql<Row>`
    select persons, signed_in_by, issuer, subject, next from sign_in_choice
    where binding_hash = ${bindingHash} and ends_at > ${now}`
  if (!row) return undefined
  const { issuer, subject, ...proof } = row
  return { ...proof, ...(issuer !== null && subject !== null && { account: { issuer, subject } }) }
}

/** Uses the choice up; false when another request was first. */
async function deleteChoice(sql: Sql, bindingHash: Buffer): Promise<boolean> {
  const rows =
    await sql`delete from sign_in_choice where binding_hash = ${bindingHash} returning true as deleted`
  return rows.length > 0
}

const PATH = '/sign-in/choose'
const PAGE_SIZE = 50

/** The page on which somebody who is several persons chooses one. */
export function choicePages(signIn: SignIn): GuestPage[] {
  const { sql } = signIn.deps.db
  const choose = async (guest: Guest) => {
    const { request, bindingHash, now } = guest
    const ended = () =>
      redirect('/sign-in', 'The choice has ended after 10 minutes. Sign in again.', 'warning')
    const proof = await findChoice(sql, bindingHash, now)
    if (!proof) return ended()
    const all = () => readPersons(signIn, guest, proof.persons)
    if (request.method !== 'POST') return choicePage(guest, await all())
    const named = proof.persons.filter((person) => keyOf(person) === text(guest.form, 'person'))
    const [chosen] = await readPersons(signIn, guest, named)
    if (!chosen) return choicePage(guest, await all(), { values: {}, errors: { person: 'Choose one.' } })
    return (await deleteChoice(sql, bindingHash)) ? begin(signIn, guest, chosen, proof) : ended()
  }
  return (['GET', 'POST'] as const).map((method) => ({ method, path: PATH, handle: choose }))
}

function choicePage(guest: Guest, persons: Person[], entered: Entered = { values: {}, errors: {} }): View {
  const all = persons.map((person) => ({
    value: keyOf(person),
    label: person.kind === 'user' ? person.employerName : 'Staff of the platform',
    hint: `${person.name}, ${person.role}`,
  }))
  const orderOf = ({ label }: { label: string }) => label.toLowerCase()
  all.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : orderOf(a) > orderOf(b) ? 1 : 0))
  const page = pageNumber(guest.query.page, all.length, PAGE_SIZE)
  const options = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const label = 'Person'
  const choice = field(entered, { type: 'radio', name: 'person', label, required: true, options })
  const href = (to: number) => `${PATH}?page=${to}`
  return guestPage({
    title: 'As whom do you sign in?',
    lead: 'Your address belongs to more than one person here.',
    entered,
    labels: { person: label },
    body: [
      guestForm(guest, PATH, { label: 'Sign in' }, choice),
      all.length > PAGE_SIZE && pager({ page, pageSize: PAGE_SIZE, total: all.length, href }),
    ],
  })
}

function keyOf({ kind, id }: PersonId): string {
  return `${kind} ${id}`
}
