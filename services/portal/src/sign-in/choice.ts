import type { Sql } from '@jobboard/db/sql'
import type { PersonId } from '../person/person.ts'
import type { SignInMethod } from '../session/session.ts'
import type { Account } from './oidc/identity.ts'

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
export async function insertChoice(
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
export async function findChoice(sql: Sql, bindingHash: Buffer, now: Date): Promise<Proof | undefined> {
  const [row] = await sql<Row>`
    select persons, signed_in_by, issuer, subject, next from sign_in_choice
    where binding_hash = ${bindingHash} and ends_at > ${now}`
  if (!row) return undefined
  const { issuer, subject, ...proof } = row
  return { ...proof, ...(issuer !== null && subject !== null && { account: { issuer, subject } }) }
}

/** Uses the choice up; false when another request was first. */
export async function deleteChoice(sql: Sql, bindingHash: Buffer): Promise<boolean> {
  const rows =
    await sql`delete from sign_in_choice where binding_hash = ${bindingHash} returning true as deleted`
  return rows.length > 0
}
