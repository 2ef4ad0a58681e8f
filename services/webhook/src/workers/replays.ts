import { type LoopControl, startLoop } from '@jobboard/process/loop'
import type { Worker } from '@jobboard/service/lifecycle/deps'
import { continueReplay } from '../actions/continue-replay.ts'
import type { WebhookEnv } from '../env.ts'
import { listOpenReplays, REPLAY_CHANNEL } from '../store/replay.ts'

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
