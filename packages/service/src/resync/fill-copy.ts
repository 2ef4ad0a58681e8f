import { listOwnResyncs, startOwnResync } from '@jobboard/contracts/operators/internal'
import { type Consumer, durableName } from '@jobboard/events/consumer/consumer'
import { streamOfFilter } from '@jobboard/events/nats/topology'
import type { Timer } from '../lifecycle/deps.ts'

/** Fills a copy of applications that a release added, once, from a resync of pipeline: its events reach back 14 days only. The copy
 * is the row `copy` of the table copy_to_fill (name) of the service; `states` is the consumer that fills it. */
export const fillCopyTimer = (copy: string, states: Consumer): Timer => ({
  name: `fill-${copy.replaceAll('_', '-')}`,
  everyMs: 5_000,
  async run({ name, db, bus, call }) {
    if (!bus.isUp()) return
    await db.tx(async (sql) => {
      // One replica asks.
      const [waits] = await sql`select from copy_to_fill where name = ${copy} for update skip locked`
      if (!waits) return
      // States that are published before the durable exists do not reach it: it throws without one.
      await bus.jsm.consumers.info(streamOfFilter(states.filter), durableName(name, states))
      const [newest] = (await call(listOwnResyncs('pipeline'), { query: { skip: 0, take: 1 } })).items
      // A resync that runs may have begun before.
      if (newest?.finishedAt === null) return
      await call(startOwnResync('pipeline'), { body: { actor: name } }, { isSafe: true })
      await sql`delete from copy_to_fill where name = ${copy}`
    })
  },
})
