import { candidateErased, type Erased } from '@jobboard/contracts/candidates/events'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import type { Booted } from './boot.ts'
import { eventually } from './eventually.ts'

/** Publishes `candidate.erased` through the relay of the service under test, in place of the candidate service. */
export async function publishErased(
  { deps }: Pick<Booted, 'deps'>,
  candidateId: number,
  more: Partial<Erased> = {},
): Promise<void> {
  const now = new Date()
  const data = {
    erasureId: candidateId,
    candidateId,
    erasedAt: now.toISOString(),
    applicationIds: [],
    recentApplications: [],
    ...more,
  }
  await deps.db.tx((sql) =>
    appendEvent(sql, candidateErased, {
      aggregateId: candidateId,
      aggregateVersion: 1,
      occurredAt: now,
      data,
    }),
  )
}

/** Resolves when the service has confirmed the erasure of every one of the candidates. */
export async function erasuresConfirmed(
  { deps }: Pick<Booted, 'deps'>,
  candidateIds: number[],
): Promise<void> {
  await eventually('the confirmations', async () => {
    const rows = await deps.db.sql`
      select 1 from erased_candidate where candidate_id = any(${candidateIds}) and confirmed_at is not null`
    return rows.length === candidateIds.length
  })
}
