import { setTimeout as sleep } from 'node:timers/promises'
import { areErasuresPublished, deleteMessages } from '@jobboard/events/erasure/erased-events'
import { failpoint } from '@jobboard/process/failpoint'
import { type Erasure, personalAggregates } from '@jobboard/service/erasure/erasure'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { coalesce, type Metrics } from '@jobboard/service/metrics/registry'
import { findRunning } from '@jobboard/service/resync/store'
import type { CandidateEnv } from '../env.ts'
import { eraseCandidateData, insertConfirmation, listUnconfirmed } from './store.ts'

const POLL_MS = 50
const POLLS = 100

/** The erasure of a candidate in this service, which alone publishes events with data of the person: it confirms when
 * their messages are deleted from its streams. The first pass is `request-erasure`. */
export const erasure: Erasure<CandidateEnv> = {
  erase: eraseCandidateData,
  async settle(deps, erasures) {
    const ids = erasures.map(({ candidateId }) => candidateId)
    if (!deps.bus.isUp() || !(await publishersMovedOn(deps, ids))) return false
    const all = erasures.flatMap(personalAggregates)
    let deleted = 0
    for (const [noun, aggregates] of Map.groupBy(all, (one) => one.noun)) {
      const aggregateIds = aggregates.flatMap((one) => one.ids)
      deleted += await deleteMessages(deps.bus, { owner: 'candidate', noun, ids: aggregateIds })
    }
    failpoint('erasure-after-messages')
    deps.log.info({ erasures: erasures.length, deleted }, 'messages of erased candidates deleted')
    return true
  },
  confirm: (sql, { erasureId, candidateId }, now) =>
    insertConfirmation(sql, {
      erasureId,
      candidateId,
      service: 'candidate',
      confirmedAt: now.toISOString(),
    }),
}

/** Whether relay and resync have published what they read before the erasures: neither holds a message about the persons in
 * memory that it could publish later. Events of others may still wait for a full stream. */
async function publishersMovedOn({ db, log }: Deps<CandidateEnv>, candidateIds: number[]): Promise<boolean> {
  const resync = await findRunning(db.sql)
  for (let i = 0; i < POLLS; i++) {
    const current = resync && (await findRunning(db.sql))
    const hasMoved =
      current?.id !== resync?.id || current?.cursor !== resync?.cursor || current?.subject !== resync?.subject
    if ((!resync || hasMoved) && (await areErasuresPublished(db.sql, candidateIds))) return true
    await sleep(POLL_MS)
  }
  log.warn({ candidateIds, resync: resync?.id }, 'an erasure waits for the relay or a resync')
  return false
}

/** Adds the metrics of erasures, labelled with the service that has not confirmed; one database query per scrape. */
export function addErasureMetrics({ db, clock }: Deps<CandidateEnv>, metrics: Metrics): void {
  const read = coalesce(() => listUnconfirmed(db.sql, clock.now()))
  metrics.add(
    { name: 'erasure_unconfirmed', type: 'gauge', help: 'Erasures that the service has not confirmed yet.' },
    async () => (await read()).map(({ service, count }) => ({ labels: { service }, value: count })),
  )
  metrics.add(
    {
      name: 'erasure_oldest_unconfirmed_seconds',
      type: 'gauge',
      help: 'Age of the oldest erasure that the service has not confirmed yet.',
    },
    async () => (await read()).map(({ service, ageSeconds }) => ({ labels: { service }, value: ageSeconds })),
  )
}
