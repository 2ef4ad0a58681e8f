import { notFound } from '@jobboard/contracts/error'
import { readReplay, startReplay } from '@jobboard/contracts/operators/internal'
import type { UpstreamName } from '@jobboard/contracts/services'
import { getReplay, requestReplay } from '@jobboard/events/publisher/replay'
import { recordAudit } from '../audit/record-audit.ts'
import { type Feature, type Route, route } from '../http/route.ts'

/** Lets the gateway start and read replays of a service's outbox; the relay publishes them. */
export function replays(name: UpstreamName): Feature {
  const start = route(startReplay(name), (context) =>
    context.commit(async (sql) => {
      const { since, actor } = context.body
      const id = await requestReplay(sql, since)
      const replayId = `${name}-${id}`
      await recordAudit(sql, context, {
        action: 'replay-events',
        entity: { type: 'replay', id: replayId },
        before: null,
        after: { service: name, since: since.toISOString() },
        actor,
      })
      return { body: { replayId } }
    }),
  )
  const read = route(readReplay(name), async ({ sql, params }) => {
    const replay = await getReplay(sql, params.id)
    if (!replay) throw notFound()
    const { id, since, requestedAt, finishedAt, ...fields } = replay
    return {
      body: {
        ...fields,
        replayId: `${name}-${id}`,
        service: name,
        since: since.toISOString(),
        requestedAt: requestedAt.toISOString(),
        finishedAt: finishedAt?.toISOString() ?? null,
      },
    }
  })
  return { routes: [start, read] as unknown as Route[] }
}
