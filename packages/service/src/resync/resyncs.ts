import { notFound } from '@jobboard/contracts/error'
import { getOwnResync, listOwnResyncs, startOwnResync } from '@jobboard/contracts/operators/internal'
import type { ResyncProgress } from '@jobboard/contracts/operators/operations'
import type { StateOwner, UpstreamName } from '@jobboard/contracts/services'
import { deleteOldReplays } from '@jobboard/events/publisher/replay'
import { recordAudit } from '../audit/record-audit.ts'
import { type Feature, type Route, route } from '../http/route.ts'
import type { Timer } from '../lifecycle/deps.ts'
import { daysBefore, deleteInBatches, RETENTION_INTERVAL_MS } from '../lifecycle/retention.ts'
import { publishStates, RESYNC_CHANNEL } from './publish-states.ts'
import type { StateSource } from './source.ts'
import { deleteOldResyncs, findResync, findRunning, insertResync, listResyncs, type Resync } from './store.ts'

/** Lets the gateway start a resync and read its progress, and publishes the states; neither in a service without states. */
export function resyncs(name: UpstreamName, states: readonly StateSource[]): Feature {
  if (states.length === 0) return { timers: [deleteOldProgress] }
  const owner = name as StateOwner
  const resyncId = (id: number) => `${owner}-${id}`

  const toProgress = ({ id, startedAt, finishedAt, done, total }: Resync): ResyncProgress => ({
    resyncId: resyncId(id),
    service: owner,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    done,
    total,
  })

  const start = route(startOwnResync(owner), async (context) => {
    const running = await findRunning(context.sql)
    // Stored too: the same request after the end of this resync must not start another one.
    if (running) return context.commit(async () => ({ body: { resyncId: resyncId(running.id) } }))
    let total = 0
    for (const source of states) total += await source.count(context.sql)
    return context.commit(async (sql) => {
      const started = await insertResync(sql, context.now, total)
      // A parallel request has started one.
      if (!started) return { body: { resyncId: resyncId((await findRunning(sql))!.id) } }
      const entity = { type: 'resync', id: resyncId(started.id) }
      const { actor } = context.body
      const change = { before: null, after: { service: owner, total } }
      await recordAudit(sql, context, { action: 'start-resync', entity, actor, ...change })
      sql.notify(RESYNC_CHANNEL)
      return { body: { resyncId: resyncId(started.id) } }
    })
  })

  const read = route(getOwnResync(owner), async ({ sql, params }) => {
    const resync = await findResync(sql, params.number)
    if (!resync) throw notFound()
    return { body: toProgress(resync) }
  })

  const list = route(listOwnResyncs(owner), async ({ sql, query }) => {
    const { total, items } = await listResyncs(sql, query)
    return { body: { total, items: items.map(toProgress) } }
  })
  return {
    routes: [start, read, list] as unknown as Route[],
    timers: [deleteOldProgress],
    workers: [publishStates(states)],
  }
}

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
