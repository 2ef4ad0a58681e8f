import { MAX_PENDING_IN_REPLAY } from '@jobboard/contracts/limits'
import type { Db } from '@jobboard/db/db'
import { failpoint } from '@jobboard/process/failpoint'
import { type LoopControl, startLoop } from '@jobboard/process/loop'
import type { Worker } from '@jobboard/service/lifecycle/deps'
import type { WebhookEnv } from '../env.ts'
import {
  getRoom,
  insertReplayed,
  listOpenReplays,
  lockReplay,
  lockTarget,
  type OpenReplay,
  REPLAY_CHANNEL,
  saveReplay,
} from './store.ts'

/** While no replay came further. */
const IDLE_MS = 1_000
/** Between two passes: what the receivers took meanwhile is added in one step. */
const PAUSE_MS = 100
const MAX_TAKEN = 100

/** Continues the replays in turn, each by what its subscription has room for. All replicas do; a replay is locked
 * while it is continued. */
export const replays: Worker<WebhookEnv> = async ({ db, clock, log }) => {
  async function continueAll(loop: LoopControl): Promise<number> {
    const open = await listOpenReplays(db.sql, MAX_TAKEN)
    let hasMoved = false
    for (const replay of open) {
      if (loop.isStopping) break
      // One that fails must not hold up the others.
      const moved = await continueReplay(db, replay, clock.now()).catch((err: unknown) => {
        log.warn({ err, replayId: replay.id }, 'webhook replay not continued; retrying')
        return false
      })
      if (moved) hasMoved = true
    }
    return hasMoved ? PAUSE_MS : IDLE_MS
  }
  return startLoop({
    step: continueAll,
    subscribe: (wake) => db.listen(REPLAY_CHANNEL, wake),
    onError: (err) => log.warn({ err }, 'webhook replays not read; retrying'),
    retryMs: IDLE_MS,
  })
}

/** Adds deliveries of the next events of a replay, as many as its subscription has room for. The place in the feed
 * moves in the same transaction, so a crash neither skips nor repeats an event. Returns whether it has come further. */
export async function continueReplay(
  db: Pick<Db, 'tx'>,
  { id, subscriptionId }: Pick<OpenReplay, 'id' | 'subscriptionId'>,
  now: Date,
): Promise<boolean> {
  const hasMoved = await db.tx(async (sql) => {
    // The subscription first, as in every transaction that locks both.
    const exists = await lockTarget(sql, subscriptionId)
    const replay = await lockReplay(sql, id)
    if (!replay) return false
    if (!exists) {
      await saveReplay(sql, id, { afterNumber: replay.afterNumber, isFinished: true }, now)
      return true
    }
    const room = await getRoom(sql, subscriptionId, MAX_PENDING_IN_REPLAY)
    const { count, lastNumber } = room > 0 ? await insertReplayed(sql, replay, room, now) : NOTHING
    const isFinished = count < room || lastNumber === replay.lastNumber
    await saveReplay(sql, id, { afterNumber: lastNumber ?? replay.afterNumber, isFinished }, now)
    failpoint('replay-before-commit')
    return count > 0 || isFinished
  })
  failpoint('replay-after-commit')
  return hasMoved
}

const NOTHING = { count: 0, lastNumber: null }
