import { notFound } from '@jobboard/contracts/error'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import type { Employer } from '../domain/employer.ts'

const employerColumns = fragment`id, name, has_active_contract, is_trusted_partner, created_at, version`

/** One employer. Throws not_found. */
export async function getEmployer(sql: Sql, id: number): Promise<Employer> {
  return one(await sql<Employer>`select ${employerColumns} from employer where id = ${id}`)
}

/** One employer, locked until the end of the transaction. Throws not_found. */
export async function lockEmployer(sql: Tx, id: number): Promise<Employer> {
  // Not `for update`, which would block inserts of keys and users that reference the employer.
  return one(await sql<Employer>`select ${employerColumns} from employer where id = ${id} for no key update`)
}

/** Makes removals of its users wait until the end of the transaction, and not the minting of keys: what names a user that
 * is there now names a present one at the commit (D-67). Before any lock of a key. */
export async function holdUsers(sql: Tx, id: number): Promise<void> {
  await sql`select from employer where id = ${id} for share`
}

/** Number of employers. */
export async function countEmployers(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>`select count(*) as count from employer`
  return row!.count
}

/** Employers with an id above `afterId`, in the order of their ids. */
export function listEmployersAfter(sql: Sql, afterId: number, limit: number): Promise<Employer[]> {
  return sql<Employer>`select ${employerColumns} from employer where id > ${afterId} order by id limit ${limit}`
}

/** Stores a new employer. */
export async function insertEmployer(
  sql: Tx,
  employer: Pick<Employer, 'name' | 'hasActiveContract' | 'isTrustedPartner'>,
  now: Date,
): Promise<Employer> {
  return one(
    await sql<Employer>`
      insert into employer (name, has_active_contract, is_trusted_partner, created_at, version)
      values (${employer.name}, ${employer.hasActiveContract}, ${employer.isTrustedPartner}, ${now}, 1)
      returning ${employerColumns}`,
  )
}

/** Stores an employer that this transaction has locked. */
export async function saveEmployer(sql: Tx, employer: Employer): Promise<void> {
  await sql`
    update employer set name = ${employer.name}, has_active_contract = ${employer.hasActiveContract},
      is_trusted_partner = ${employer.isTrustedPartner}, version = ${employer.version}
    where id = ${employer.id}`
}

function one<T>(rows: T[]): T {
  if (!rows[0]) throw notFound()
  return rows[0]
}
