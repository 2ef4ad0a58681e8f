import {
  type ErasingService,
  erasingServices,
  type listErasures,
} from '@jobboard/contracts/candidates/erasure'
import { type Erased, erasedState } from '@jobboard/contracts/candidates/events'
import type { Input } from '@jobboard/contracts/endpoint'
import { notFound } from '@jobboard/contracts/error'
import { offsetOf, type Page, type PageRow, pageOf } from '@jobboard/db/page'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { deleteOutboxEvents } from '@jobboard/events/erasure/erased-events'
import { personalAggregates } from '@jobboard/service/erasure/erasure'
import { eraseResponses } from '@jobboard/service/http/idempotency'
import { countRows, stateSource } from '@jobboard/service/resync/source'
import { ofWorld } from '../sandbox/store.ts'
import type { ErasedApplication, StoredErasure } from './erasure.ts'

/** The erasure of a candidate, if there is one. */
export async function findErasureOf(sql: Sql, candidateId: number): Promise<number | undefined> {
  const [row] = await sql<{ id: number }>`select id from erasure where candidate_id = ${candidateId}`
  return row?.id
}

/** Stores an erasure and returns its id. */
export async function insertErasure(
  sql: Tx,
  {
    candidateId,
    emailHash,
    sandboxId,
    now,
  }: { candidateId: number; emailHash: Buffer | null; sandboxId: number | null; now: Date },
): Promise<number> {
  const [row] = await sql<{ id: number }>`
    insert into erasure (candidate_id, requested_at, email_hash, sandbox_id)
    values (${candidateId}, ${now}, ${emailHash}, ${sandboxId})
    returning id`
  return row!.id
}

const stored = fragment`
  id, candidate_id, requested_at,
  (select coalesce(json_agg(json_build_object('service', service, 'confirmedAt', confirmed_at)), '[]')
    from erasure_confirmation where erasure_id = id) as confirmations`

/** Throws not_found. */
export async function getErasure(sql: Sql, id: number): Promise<StoredErasure> {
  const [row] = await sql<StoredErasure>`select ${stored} from erasure where id = ${id}`
  if (!row) throw notFound()
  return row
}

type ErasureQuery = Input<typeof listErasures>['query']

/** One page of erasures, newest first: all of them, those that are complete or not, or the one of a candidate. */
export async function listErasurePage(
  sql: Sql,
  { completed, candidateId, world, page, pageSize }: ErasureQuery,
): Promise<Page<StoredErasure>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  const state =
    completed === undefined
      ? fragment`true`
      : completed === 'false'
        ? fragment`confirmations < 5`
        : fragment`confirmations >= 5`
  const ofCandidate = candidateId === undefined ? fragment`true` : fragment`candidate_id = ${candidateId}`
  const listed = fragment`erasure where ${state} and ${ofCandidate} and ${ofWorld[world]}`
  const rows = await sql<PageRow<StoredErasure>>`
    select counted.total, item.* from (select count(*) as total from ${listed}) as counted
    left join (select ${stored} from ${listed} order by id desc limit ${limit} offset ${offset}) as item on true
    order by item.id desc`
  return pageOf(rows, { page, pageSize })
}

/** Stores the confirmation of a service; a later one of the same service changes nothing. An erasure that this database
 * does not have, because it was restored from a backup, is ignored. */
export async function insertConfirmation(
  sql: Tx,
  confirmation: { erasureId: number; candidateId: number; service: ErasingService; confirmedAt: string },
): Promise<void> {
  const { erasureId, candidateId, service, confirmedAt } = confirmation
  await sql`
    with inserted as (
      insert into erasure_confirmation (erasure_id, service, confirmed_at)
      select id, ${service}, ${confirmedAt} from erasure where id = ${erasureId} and candidate_id = ${candidateId}
      on conflict do nothing returning erasure_id
    )
    update erasure set confirmations = confirmations + 1 from inserted where id = erasure_id`
}

/** What a service has not confirmed. */
export interface Unconfirmed {
  service: ErasingService
  count: number
  /** Of the oldest one; 0 without one. */
  ageSeconds: number
}

/** The erasures of live candidates that each service has not confirmed. Reads the index of unconfirmed erasures alone. */
export function listUnconfirmed(sql: Sql, now: Date): Promise<Unconfirmed[]> {
  return sql<Unconfirmed>`
    select service, count(id)::integer as count,
      greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(requested_at)), 0))::float8 as age_seconds
    from unnest(${erasingServices}::text[]) as listed (service) left join erasure on confirmations < 5 and sandbox_id is null
      and not exists (
        select from erasure_confirmation c where c.erasure_id = erasure.id and c.service = listed.service)
    group by service`
}

/** Locks a candidate against every other change, applies included. Undefined when there is none. */
export async function lockForErasure(
  sql: Tx,
  candidateId: number,
): Promise<{ email: string; sandboxId: number | null } | undefined> {
  const [row] = await sql<{ email: string; sandboxId: number | null }>`
    select email, sandbox_id from candidate where id = ${candidateId} for update`
  return row
}

/** The applications of a candidate, oldest first. */
export function listApplicationsOf(sql: Tx, candidateId: number): Promise<ErasedApplication[]> {
  return sql<ErasedApplication>`
    select id, employer_id, job_id, job_title, application_type, is_ai_assisted, applied_at
    from application where candidate_id = ${candidateId} order by id`
}

/** Deletes the candidate with the events about the person, and what the person wrote from the applications; the
 * applications stay. A second call changes nothing. */
export async function eraseCandidateData(sql: Tx, erased: Erased): Promise<void> {
  const { candidateId } = erased
  for (const aggregate of personalAggregates(erased)) await deleteOutboxEvents(sql, aggregate)
  await sql`delete from candidate where id = ${candidateId}`
  await sql`
    update application set cover_letter = null, resume_url = null, screening_answers = '[]'
    where candidate_id = ${candidateId}
      and (cover_letter is not null or resume_url is not null or screening_answers <> '[]')`
  await sql`delete from daily_apply where candidate_id = ${candidateId}`
  await eraseResponses(
    sql,
    fragment`
      path <> '/api/v1/me' and method = 'POST' and (owner = ${`candidate:${candidateId}`}
        or (owner = 'admin' and path = '/admin/v1/candidates' and body::jsonb ->> 'id' = ${String(candidateId)})
        or (owner = 'admin' and path like '/admin/v1/jobs/%' and body::jsonb ->> 'candidateId' = ${String(candidateId)}))`,
  )
}

/** Every erased candidate, before profiles and applications: a service that was restored from a backup erases again
 *. Applications that pipeline lost come as states of their own. */
export const erasureStates = stateSource({
  type: erasedState,
  count: countRows('erasure'),
  async read(sql, { after, limit, now }) {
    const erasures = await sql<
      Pick<StoredErasure, 'id' | 'candidateId' | 'requestedAt'> & { applicationIds: number[] }
    >`
      select id, candidate_id, requested_at,
        array(select application.id from application where application.candidate_id = erasure.candidate_id order by 1)
          as application_ids
      from erasure where id > ${Number(after)} order by id limit ${limit}`
    return erasures.map(({ id, candidateId, requestedAt, applicationIds }) => ({
      aggregateId: candidateId,
      aggregateVersion: id,
      occurredAt: now,
      data: {
        erasureId: id,
        candidateId,
        erasedAt: requestedAt.toISOString(),
        applicationIds,
        recentApplications: [],
      },
      cursor: String(id),
    }))
  },
})
