import { employerState } from '@jobboard/contracts/employers/events'
import { notFound } from '@jobboard/contracts/error'
import { offsetOf, type Page, type PageRow, pageOf } from '@jobboard/db/page'
import { fragment, type Sql, startsWith, type Tx } from '@jobboard/db/sql'
import { countRows, stateSource, statesOf } from '@jobboard/service/resync/source'
import { type Employer, type EmployerSettings, toEmployerEvent } from './employer.ts'

export const employerColumns = fragment`
  id, name, has_active_contract, is_trusted_partner, created_at, version, sandbox_id`

/** One employer. Throws not_found. */
export async function getEmployer(sql: Sql, id: number): Promise<Employer> {
  return one(await sql<Employer>`select ${employerColumns} from employer where id = ${id}`)
}

/** One employer, locked until the end of the transaction. Throws not_found. */
export async function lockEmployer(sql: Tx, id: number): Promise<Employer> {
  // Not `for update`, which would block inserts of keys and users that reference the employer.
  return one(await sql<Employer>`select ${employerColumns} from employer where id = ${id} for no key update`)
}

/** The settings of one employer. Throws not_found. */
export async function getSettings(sql: Sql, id: number): Promise<EmployerSettings> {
  return one(
    await sql<EmployerSettings>`select name, time_zone, credit_threshold from employer where id = ${id}`,
  )
}

/** Stores what an employer that this transaction has locked decides, but for its name. */
export async function saveSettings(
  sql: Tx,
  id: number,
  { timeZone, creditThreshold }: EmployerSettings,
): Promise<void> {
  await sql`
    update employer set time_zone = ${timeZone}, credit_threshold = ${creditThreshold} where id = ${id}`
}

/** Makes removals of its users wait until the end of the transaction, and not the minting of keys: what names a user that
 * is there now names a present one at the commit (D-67). Before any lock of a key. */
export async function holdUsers(sql: Tx, id: number): Promise<void> {
  await sql`select from employer where id = ${id} for share`
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

/** Which employers a list shows. */
export type World = 'live' | 'sandbox' | 'all'

// As an array: read once, by its own index, so that the indexes of the lists need no further column.
const sandboxes = fragment`array(select id from employer where sandbox_id is not null
  union all select sandbox_id from retired_sandbox where purge_at is not null)`

/** Whether the employer with this id is in a world. */
export function isIn(world: World, id: ReturnType<typeof fragment>): ReturnType<typeof fragment> {
  if (world === 'all') return fragment`true`
  return world === 'live' ? fragment`${id} <> all(${sandboxes})` : fragment`${id} = any(${sandboxes})`
}

/** One page of employers, newest first, and how many there are, in one statement. With `q` those whose name starts with
 * it, without case. */
export async function listEmployerPage(
  sql: Sql,
  { q, world, page, pageSize }: { q?: string | undefined; world: World; page: number; pageSize: number },
): Promise<Page<Employer>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  const rows =
    q === undefined
      ? await sql<PageRow<Employer>>`
          select counted.total, page.* from (select count(*) as total from employer where ${isIn(world, fragment`id`)}) counted
          left join lateral (
            select ${employerColumns} from employer where ${isIn(world, fragment`id`)} order by id desc limit ${limit} offset ${offset}
          ) page on true
          order by page.id desc`
      : await sql<PageRow<Employer>>`
          with found as materialized (
            select id from employer where ${startsWith(fragment`lower(name) collate "C"`, q)} and ${isIn(world, fragment`id`)}
          )
          select counted.total, page.* from (select count(*) as total from found) counted
          left join lateral (
            select ${employerColumns} from employer
            where id = any(array(select id from found order by id desc limit ${limit} offset ${offset}))
          ) page on true
          order by page.id desc`
  return pageOf(rows, { page, pageSize })
}

function one<T>(rows: T[]): T {
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** The names of users and keys of this employer among these ids, also of removed and revoked ones. */
export async function listNames(
  sql: Sql,
  employerId: number,
  { userIds, keyIds }: { userIds: number[]; keyIds: number[] },
): Promise<{ users: { id: number; name: string }[]; keys: { id: number; name: string }[] }> {
  type Named = { id: number; name: string }
  const [users, keys] = await Promise.all([
    sql<Named>`select id, name from employer_user where employer_id = ${employerId} and id = any(${userIds}::int[])`,
    sql<Named>`select id, name from recruiter_key where employer_id = ${employerId} and id = any(${keyIds}::int[])`,
  ])
  return { users, keys }
}

/** Every employer as it is now. */
export const employerStates = stateSource({
  type: employerState,
  count: countRows('employer'),
  async read(sql, { after, limit, now }) {
    const employers = await sql<Employer>`
      select ${employerColumns} from employer where id > ${Number(after)} order by id limit ${limit}`
    return statesOf(employers, now, toEmployerEvent)
  },
})
