import { employerChanged, employerState } from '@jobboard/contracts/employers/events'
import { getEmployerFacts } from '@jobboard/contracts/employers/internal'
import type { Sql } from '@jobboard/db/sql'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import type { Deps } from '../lifecycle/deps.ts'

// Names of employers, copied from accounts into the table employer_copy (employer_id, name, version) of a service.

const TIMEOUT_MS = 300
/** Parallel look-ups of one request. */
const MAX_LOOKUPS = 20

/** Follow the names by event, and restore them from a resync of accounts. */
export const employerNameConsumers: Consumer[] = [
  consumer({
    name: 'employer',
    filter: 'evt.accounts.employer.>',
    events: [employerChanged],
    handle: (sql, { data }) => saveEmployerName(sql, data),
  }),
  consumer({
    name: 'employer_state',
    filter: 'state.accounts.employer.>',
    events: [employerState],
    handle: (sql, { data }) => saveEmployerName(sql, data),
  }),
]

/** Name of an employer: the local copy, on a miss from accounts. Throws unavailable when accounts is down on a miss. */
export async function fetchEmployerName(
  service: Deps,
  employerId: number,
  requestId: string,
): Promise<string> {
  return (await fetchEmployerNames(service, [employerId], requestId)).get(employerId)!
}

/** Names of employers by id: the local copies, on a miss from accounts. Throws unavailable when accounts is down on a
 * miss. */
export async function fetchEmployerNames(
  service: Deps,
  employerIds: readonly number[],
  requestId: string,
): Promise<Map<number, string>> {
  const names = await listCopied(service.db.sql, employerIds)
  const missing = [...new Set(employerIds)].filter((employerId) => !names.has(employerId))
  for (let i = 0; i < missing.length; i += MAX_LOOKUPS) {
    const looked = missing.slice(i, i + MAX_LOOKUPS).map(async (employerId) => {
      names.set(employerId, await lookUp(service, employerId, requestId))
    })
    await Promise.all(looked)
  }
  return names
}

async function listCopied(sql: Sql, employerIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await sql<{ employerId: number; name: string }>`
    select employer_id, name from employer_copy where employer_id = any(${employerIds}::int[])`
  return new Map(rows.map(({ employerId, name }) => [employerId, name]))
}

async function lookUp({ call, db }: Deps, employerId: number, requestId: string): Promise<string> {
  const options = { timeoutMs: TIMEOUT_MS, requestId }
  const { name, version } = await call(getEmployerFacts, { params: { employerId } }, options)
  await saveEmployerName(db.sql, { employerId, name, version })
  return name
}

/** Saves the name of an employer unless the stored version is as new; then it writes nothing. */
async function saveEmployerName(
  sql: Sql,
  employer: { employerId: number; name: string; version: number },
): Promise<void> {
  await sql`
    insert into employer_copy (employer_id, name, version)
    select ${employer.employerId}, ${employer.name}, ${employer.version}::int
    where not exists (
      select from employer_copy where employer_id = ${employer.employerId} and version >= ${employer.version}::int)
    on conflict (employer_id) do update set name = excluded.name, version = excluded.version
    where employer_copy.version < excluded.version`
}
