import type { ErasingService } from '@jobboard/contracts/candidates/erasure'
import { type Erased, erasureConfirmed } from '@jobboard/contracts/candidates/events'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/process/failpoint'
import { type LoopControl, startLoop } from '@jobboard/process/loop'
import type { Feature } from '../http/feature.ts'
import type { Worker } from '../lifecycle/define.ts'
import type { Deps } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'
import { type Erasure, erasePart } from './erasure.ts'
import * as tombstone from './tombstone.ts'

const BATCH = 100
const IDLE_MS = 60_000
const RETRY_MS = 1_000
const WAIT_MS = 50

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
      for (const erased of erasures) await secondPass(erased)
      return 0
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
      onError: (error) => log.warn({ err: error }, 'erasures not confirmed yet, retrying'),
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
