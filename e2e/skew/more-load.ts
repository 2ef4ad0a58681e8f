// biome-ignore-all lint/plugin: a load has pauses, and they are reported in milliseconds
import { setTimeout as sleep } from 'node:timers/promises'
import type { People } from '../faults/support/people.ts'
import { type Trouble, untilSuccess } from '../faults/support/retry.ts'
import { openErasures } from './erasures.ts'
import { must } from './must.ts'
import type { PortalVisitor } from './portal-visitor.ts'
import type { MixedSystem } from './system.ts'

/** Calls beside those of the workload: keys, erasures, the event feed and the pages of the portal. */
export interface MoreLoad {
  /** Ids of the events that the feed returned, by application id and type. */
  feed: Map<string, string[]>
  countUnconfirmedErasures(): Promise<number>
  /** Reads the feed to its end. */
  readFeed(): Promise<void>
  /** What clients have seen since the last call, by kind of call. */
  drainTroubles(): Map<string, Trouble[]>
  pause(): Promise<void>
  resume(): void
  /** From now on, pages of the portal are read by this person. */
  visitPortal(visitor: PortalVisitor): void
}

const FEED_PAGE = 100

/** Starts the load for the people of the workload, and an employer of its own for keys. */
export async function startMoreLoad(system: MixedSystem, people: People): Promise<MoreLoad> {
  const { admin, api } = system
  const { employerKeys } = people
  const other = (await must(admin.post('/admin/v1/employers', { name: 'Keys', isTrustedPartner: true }))).body
  const erasures = await openErasures(system, other.id)
  let troubles = new Map<string, Trouble[]>()
  let visitor: PortalVisitor | undefined
  let paused = false
  let running: Promise<unknown> = Promise.resolve()
  let nextKey = 0
  let keyNumber = 0
  let after: string | undefined
  const key = () => employerKeys[nextKey++ % employerKeys.length]!
  const report = (kind: string) => (trouble: Trouble) => {
    troubles.set(kind, [...(troubles.get(kind) ?? []), trouble])
  }

  /** A key works when it is minted, its successor when it is rotated, and neither when they have ended. */
  async function keys(): Promise<void> {
    const mint = `/admin/v1/employers/${other.id}/api-keys`
    const body = { name: `skew ${++keyNumber}`, scopes: ['JobPosting'] }
    const first = (await untilSuccess(admin, 'POST', mint, body, report('mint'))).body
    await untilSuccess(api(first.apiKey), 'GET', '/api/v1/key', undefined, report('new key'))
    const rotate = `/admin/v1/api-keys/${first.id}/rotate`
    const second = (await untilSuccess(admin, 'POST', rotate, { overlapSeconds: 0 }, report('rotate'))).body
    await untilSuccess(api(second.apiKey), 'GET', '/api/v1/key', undefined, report('rotated key'))
    await untilRefused(first.apiKey)
    await must(admin.delete(`/admin/v1/api-keys/${second.id}`))
    await untilRefused(second.apiKey)
  }

  /** Reported as a wait; a key that works for minutes after its end is an error. */
  async function untilRefused(apiKey: string): Promise<void> {
    const startedAt = performance.now()
    for (;;) {
      const status = await api(apiKey)
        .get('/api/v1/key')
        .then(
          (response) => response.status,
          () => 0,
        )
      const waitMs = performance.now() - startedAt
      if (status === 401) return report('ended key')({ failures: [], waitMs })
      if (waitMs > 60_000) throw new Error(`A key that has ended still works after ${waitMs} ms: ${status}`)
      await sleep(100)
    }
  }

  async function feedPage(): Promise<boolean> {
    const path = `/api/v1/events?limit=${FEED_PAGE}${after ? `&after=${after}` : ''}`
    const { body } = await untilSuccess(key(), 'GET', path, undefined, report('feed'))
    for (const { id, type, data } of body.items) {
      const name = `${data.applicationId} ${type}`
      load.feed.set(name, [...(load.feed.get(name) ?? []), id])
    }
    after = body.nextAfter ?? after
    return body.hasMore
  }

  async function portal(): Promise<void> {
    if (visitor) await visitor.visitNext((page) => report(`page ${page}`))
  }

  async function repeat(work: () => Promise<unknown>, pauseMs: number): Promise<void> {
    while (!paused) {
      await work()
      await sleep(pauseMs)
    }
  }

  const load: MoreLoad = {
    feed: new Map(),
    countUnconfirmedErasures: erasures.countUnconfirmed,
    async readFeed() {
      while (await feedPage());
    },
    drainTroubles() {
      const drained = troubles
      troubles = new Map()
      return drained
    },
    async pause() {
      paused = true
      await running
    },
    resume() {
      paused = false
      running = Promise.all([
        repeat(keys, 1_000),
        repeat(() => erasures.addOne(report), 1_500),
        repeat(feedPage, 1_000),
        repeat(portal, 400),
      ])
      // Reported by `pause`.
      running.catch(() => {})
    },
    visitPortal(next) {
      visitor = next
    },
  }
  load.resume()
  return load
}
