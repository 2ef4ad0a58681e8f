import type { ErasingService } from '@jobboard/contracts/candidates/erasure'
import {
  candidateErased,
  type Erased,
  erasedState,
  erasureConfirmed,
} from '@jobboard/contracts/candidates/events'
import type { Tx } from '@jobboard/db/sql'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import { deleteStoredEvents } from '@jobboard/events/erasure/erased-events'
import { deleteBudgets } from '@jobboard/events/publisher/byte-budget'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/process/failpoint'
import { type LoopControl, startLoop } from '@jobboard/process/loop'
import type { Clock } from '../clock/clock.ts'
import type { Feature } from '../http/route.ts'
import type { Deps, Worker } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'
import * as tombstone from './tombstone.ts'
import { isErased, saveTombstone } from './tombstone.ts'

/** How a service erases its part of a candidate, in two passes. */
export interface Erasure<Env extends BaseEnv = BaseEnv> {
  /** Erases what the service stores of the candidate. Both passes call it, and a replay of the erasure does: a second
   * call changes nothing. */
  erase(sql: Tx, erased: Erased, now: Date): Promise<void>
  /** Runs between the passes, for what is outside the database. False: called again after a pause. */
  settle?(deps: Deps<Env>, erased: readonly Erased[]): Promise<boolean>
  /** Confirms in the transaction of the second pass; by default publishes `erasure.confirmed`. */
  confirm?(sql: Tx, erased: Erased, now: Date): Promise<void>
}

/** The aggregates of candidate whose events carry personal data of the person. */
export function personalAggregates({ candidateId, applicationIds }: Erased) {
  return [
    { owner: 'candidate', noun: 'profile', ids: [String(candidateId)] },
    { owner: 'candidate', noun: 'sandbox_profile', ids: [String(candidateId)] },
    { owner: 'candidate', noun: 'application', ids: applicationIds.map(String) },
  ] as const
}

/** One pass: the failed events, dead letters and byte budgets of the person, then what the service itself stores. */
export async function erasePart<Env extends BaseEnv>(
  sql: Tx,
  { erase }: Pick<Erasure<Env>, 'erase'>,
  erased: Erased,
  now: Date,
): Promise<void> {
  for (const aggregate of personalAggregates(erased)) await deleteStoredEvents(sql, aggregate)
  await deleteBudgets(sql, { kind: 'candidate', id: erased.candidateId })
  await erase(sql, erased, now)
}

/** The first pass of an erasure in every service but candidate: tombstone and erasure in one transaction. A
 * resync of candidate erases again what was restored from a backup. */
export function erasureConsumers({ erase }: Pick<Erasure, 'erase'>, { clock }: { clock: Clock }): Consumer[] {
  async function firstPass(sql: Tx, erased: Erased): Promise<void> {
    await saveTombstone(sql, erased)
    await erasePart(sql, { erase }, erased, clock.now())
    failpoint('erasure-first-pass')
  }
  return [
    consumer({
      name: 'candidate_erased',
      filter: 'evt.candidate.candidate.>',
      events: [candidateErased],
      handle: (sql, { data }) => firstPass(sql, data),
    }),
    consumer({
      name: 'candidate_erased_state',
      filter: 'state.candidate.erasure.>',
      events: [erasedState],
      async handle(sql, { data }) {
        if (!(await isErased(sql, data.candidateId))) await firstPass(sql, data)
      },
    }),
  ]
}

const BATCH = 100
const IDLE_MS = 60_000
const RETRY_MS = 1_000
const WAIT_MS = 50
const NOT_CONFIRMED = 'erasure not confirmed yet, retrying'

/** The second pass of the erasures of a service; nothing in a service that stores nothing about candidates. */
export function confirmErasures<Env extends BaseEnv>(erasure: Erasure<Env> | undefined): Feature<Env> {
  return erasure ? { workers: [secondPasses(erasure)] } : {}
}

/** The second pass: when every transaction has ended that could have begun without the tombstone, it erases
 * what those have stored, and confirms. Every replica runs it; one confirms. */
const secondPasses =
  <Env extends BaseEnv>(erasure: Erasure<Env>): Worker<Env> =>
  async (deps) => {
    const { db, log } = deps

    async function confirmNext(loop: LoopControl): Promise<number> {
      const erasures = await tombstone.listUnconfirmed(db.sql, BATCH)
      if (erasures.length === 0) return IDLE_MS
      const time = await tombstone.readTime(db.sql)
      while (await tombstone.hasTransactionBefore(db.sql, time)) {
        if (loop.isStopping) return 0
        await loop.sleep(WAIT_MS)
      }
      if (erasure.settle && !(await erasure.settle(deps, erasures))) return WAIT_MS
      let hasFailed = false
      for (const erased of erasures) {
        if (loop.isStopping) return 0
        const { erasureId, candidateId } = erased
        await secondPass(erased).catch((err: unknown) => {
          hasFailed = true
          log.warn({ err, erasureId, candidateId }, NOT_CONFIRMED)
        })
      }
      return hasFailed ? RETRY_MS : 0
    }

    async function secondPass(erased: Erased): Promise<void> {
      const { confirm = publishConfirmation(deps) } = erasure
      const { candidateId, erasureId } = erased
      const isConfirmed = await db.tx(async (sql) => {
        if (!(await tombstone.lockUnconfirmed(sql, candidateId))) return false
        const now = deps.clock.now()
        await erasePart(sql, erasure, erased, now)
        await tombstone.saveConfirmed(sql, candidateId)
        await confirm(sql, erased, now)
        failpoint('erasure-second-pass')
        return true
      })
      if (isConfirmed) log.info({ erasureId, candidateId }, 'erasure confirmed')
    }

    return startLoop({
      step: confirmNext,
      subscribe: (wake) => db.listen(tombstone.ERASURE_CHANNEL, wake),
      onError: (error) => log.warn({ err: error }, NOT_CONFIRMED),
      retryMs: RETRY_MS,
    })
  }

function publishConfirmation<Env extends BaseEnv>({ name }: Deps<Env>) {
  return async (sql: Tx, { erasureId, candidateId }: Erased, now: Date): Promise<void> => {
    await appendEvent(sql, erasureConfirmed(name as ErasingService), {
      aggregateId: erasureId,
      aggregateVersion: 1,
      occurredAt: now,
      data: { erasureId, candidateId, confirmedAt: now.toISOString() },
    })
  }
}
