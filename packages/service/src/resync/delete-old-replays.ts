import { deleteOldReplays } from '@jobboard/events/publisher/replay'
import type { Timer } from '../lifecycle/define.ts'
import { daysBefore, deleteInBatches, RETENTION_INTERVAL_MS } from '../lifecycle/delete-in-batches.ts'
import { deleteOldResyncs } from './store.ts'

/** Deletes the progress of resyncs and replays that ended more than `REPLAY_RETENTION_DAYS` ago. */
export const deleteOldProgress: Timer = {
  name: 'delete-old-progress',
  everyMs: RETENTION_INTERVAL_MS,
  async run({ db, clock, databaseTime, env }) {
    const days = env.REPLAY_RETENTION_DAYS
    const resyncsBefore = daysBefore(clock.now(), days)
    await deleteInBatches((limit) => deleteOldResyncs(db.sql, resyncsBefore, limit))
    // A test clock must not delete them early: the relay reads from them what its stream has acknowledged.
    const replaysBefore = daysBefore(new Date(databaseTime.nowMs()), days)
    await deleteInBatches((limit) => deleteOldReplays(db.sql, replaysBefore, limit))
  },
}
