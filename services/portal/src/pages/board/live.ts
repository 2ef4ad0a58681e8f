import { isDeepStrictEqual } from 'node:util'
import { listApplications } from '@jobboard/contracts/applications/endpoints'
import { MAX_PAGE_SIZE } from '@jobboard/contracts/limits'
import type { PortalDeps } from '../../env.ts'
import type { Outcome, Visit } from '../../http/page.ts'
import { eventOf, STREAM_TICK_MS } from '../../http/streams.ts'
import { readApplicationCounts, versionOf } from '../../parts/applications.ts'

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

/** What a board shows of a change: never a name or another detail of a candidate. */
interface Change {
  id: number
  status: string
  version: string
}

interface Recent {
  changes: Change[]
  /** Time of the newest change, by the clock of pipeline; undefined without applications. */
  newest: string | undefined
  /** More changed than are listed. */
  isCut: boolean
}

/** The changes, and the numbers by status after them; undefined while these cannot be read. */
interface RecentWithCounts extends Recent {
  counts: Readonly<Record<string, number>> | undefined
}

/** A stored time can be older than the moment at which others see it: by as long as a transaction lasts. */
const OVERLAP_MS = 30_000
/** Viewers share a read for less than a tick, so that each of their ticks finds a new one. */
const SHARED_MS = STREAM_TICK_MS * 0.75
const FORGET_MS = 60_000

interface Room {
  reading: Promise<RecentWithCounts>
  readAtMs: number
  last: RecentWithCounts | undefined
}

// Of each portal: a process has one, tests have several.
const rooms = new WeakMap<PortalDeps, Map<string, Room>>()

/** What changed lately on a job's board. One call serves all who look at it at the same time, a second one the numbers when
 * something has changed; nobody looking, none is made. Throws not_found, and unavailable. */
async function readRecent(visit: Visit, jobId: string): Promise<RecentWithCounts> {
  const { deps, person } = visit
  const own = rooms.get(deps) ?? new Map<string, Room>()
  rooms.set(deps, own)
  // The employer is in the key: who may see a job is decided by the call.
  const key = `${person.kind === 'user' ? person.employerId : ''} ${jobId}`
  const nowMs = performance.now()
  const before = own.get(key)
  if (before && nowMs - before.readAtMs < SHARED_MS) return before.reading
  for (const [other, { readAtMs }] of own) if (nowMs - readAtMs > FORGET_MS) own.delete(other)

  const reading = readWithCounts(visit, jobId, before?.last)
  const room: Room = { reading, readAtMs: nowMs, last: before?.last }
  own.set(key, room)
  try {
    room.last = await reading
    return room.last
  } catch (error) {
    if (own.get(key) === room) own.delete(key)
    throw error
  }
}

/** The numbers are read after the changes, so they are at least as new; without a change they are those of the last read. */
async function readWithCounts(
  visit: Visit,
  jobId: string,
  last: RecentWithCounts | undefined,
): Promise<RecentWithCounts> {
  const recent = await readSince(visit, jobId, last?.newest && earlier(last.newest))
  if (last?.counts && isDeepStrictEqual(last.changes, recent.changes))
    return { ...recent, counts: last.counts }
  const counts = await readApplicationCounts(visit, [jobId])
  return { ...recent, counts: counts?.get(Number(jobId))?.byStatus }
}

/** The changes at or after a time, at most 100. */
async function readSince(visit: Visit, jobId: string, updatedSince?: string): Promise<Recent> {
  const query = { sort: '-updatedAt', pageSize: MAX_PAGE_SIZE, updatedSince }
  const { items, total } = await visit.ask(listApplications, { params: { jobId }, query }, { isHidden: true })
  return {
    changes: items.map((application) => {
      return { id: application.id, status: application.status, version: versionOf(application) }
    }),
    newest: items[0]?.updatedAt,
    isCut: updatedSince !== undefined && total > items.length,
  }
}

/** The time, earlier by as much as a change can become visible late. */
function earlier(time: string): string {
  return new Date(Date.parse(time) - OVERLAP_MS).toISOString()
}
