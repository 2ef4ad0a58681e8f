import { MAX_PENDING_IN_REPLAY } from '@jobboard/contracts/limits'
import type { Db } from '@jobboard/db/db'
import { failpoint } from '@jobboard/process/failpoint'
import {
  getRoom,
  insertReplayed,
  lockReplay,
  lockTarget,
  type OpenReplay,
  saveReplay,
} from '../store/replay.ts'

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
