import { isDeepStrictEqual } from 'node:util'
import type { Outcome } from '../../http/outcome.ts'
import { eventOf } from '../../http/streams.ts'
import type { Visit } from '../../http/visit.ts'
import { earlier, type Recent, type RecentWithCounts, readRecent, readSince } from './recent.ts'

/** `GET /jobs/:jobId/board/live?since=`: the changes of a board as server-sent events. `change` has a list of `{id,
 * status, version}`; `stale` says that more changed than is listed; `counts` has the numbers by status, the first time and
 * when they are others. `since` is the time of the newest change that the page
 * knows; a browser that connects again sends it as `Last-Event-ID`. */
export async function openLive(visit: Visit): Promise<Outcome> {
  const jobId = visit.params.jobId!
  const known = timeOf(visit.request.headers['last-event-id']) ?? timeOf(visit.query.since)
  // Here, so that a job that is not the employer's is a 404 and no stream.
  let missed: Recent | undefined = await readSince(visit, jobId, known && earlier(known))
  let sent = new Map<number, string>()
  let staleAt: string | undefined
  let counted: RecentWithCounts['counts']
  return {
    kind: 'stream',
    async next(now) {
      const recent = await readRecent(now, jobId)
      const found = missed ? [missed, recent] : [recent]
      missed = undefined
      const news = found.flatMap(({ changes }) => changes).filter((it) => sent.get(it.id) !== it.version)
      // A later read has the last word about an application that is in both.
      const last = new Map(news.map((change) => [change.id, change]))
      sent = new Map(found.flatMap(({ changes }) => changes.map(({ id, version }) => [id, version])))
      const isStale = found.some(({ isCut }) => isCut) && staleAt !== recent.newest
      if (isStale) staleAt = recent.newest
      const change = last.size > 0 ? eventOf('change', [...last.values()], recent.newest) : ''
      const isCounted = recent.counts === undefined || isDeepStrictEqual(recent.counts, counted)
      counted = recent.counts ?? counted
      return [
        change,
        isStale ? eventOf('stale', true) : '',
        isCounted ? '' : eventOf('counts', counted),
      ].join('')
    },
  }
}

function timeOf(value: unknown): string | undefined {
  const ms = typeof value === 'string' && value.length < 40 ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}
