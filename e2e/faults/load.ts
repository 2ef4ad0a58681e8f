// biome-ignore-all lint/plugin: a load has pauses, a fault lasts for a while, and both are reported in milliseconds
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { System } from './fault.ts'
import { createCandidate, jobBody, type People, publishBody } from './people.ts'
import { type PortalVisitor, signIn } from './portal-visitor.ts'
import { type Call, once, type Trouble, untilSuccess } from './retry.ts'

/** What clients have responses of success for. */
export interface Accepted {
  /** Ids of jobs, each published. */
  published: number[]
  /** Ids of applications. */
  applied: number[]
  /** Ids of applications whose change of status was accepted. */
  moved: number[]
  /** Each costs one credit. */
  searches: number
  /** Candidates whose profile was read; the first read costs one credit, further ones nothing. */
  unlocked: Set<number>
  drafts: number
  /** Drafts without a response of success, never repeated: each may have had its effect. */
  uncertainDrafts: number
  /** Ids of erasures. */
  erasures: number[]
}

/** What clients saw. */
export interface Seen {
  /** Of the calls that are repeated until they succeed, by kind. */
  repeated: { kind: string; trouble: Trouble }[]
  /** Of those that are never repeated: how many, and `list 503` for each that failed. */
  hasty: { calls: number; failures: string[] }
}

const APPLIES_PER_DAY = 10
const FEED_PAGE = 100
/** A key that still works so long after its end is an error. */
const LONGEST_AFTER_END_MS = 180_000
const DAY_MS = 86_400_000

export type Load = ReturnType<typeof createLoad>

/** Everything that clients do, all at once: some 25 calls a second of these people. It begins paused. */
export function createLoad(system: System, people: People) {
  const { admin, api, portalUrl } = system
  const { keys, hastyKeys, candidates, jobIds, employerId, other } = people
  const accepted: Accepted = {
    ...{ published: [], applied: [], moved: [], searches: 0, unlocked: new Set() },
    ...{ drafts: 0, uncertainDrafts: 0, erasures: [] },
  }
  const feed: EventIds = new Map()
  const none = (): Seen => ({ repeated: [], hasty: { calls: 0, failures: [] } })
  let seen = none()
  let visitor: PortalVisitor | undefined
  let after: string | undefined

  const turns = new Map<unknown, number>()
  /** Each in turn, so that no key meets its limit. */
  function inTurn<T>(list: readonly T[], user: unknown = list): T {
    const turn = turns.get(user) ?? 0
    turns.set(user, turn + 1)
    return list[turn % list.length]!
  }
  const report = (kind: string) => (trouble: Trouble) => void seen.repeated.push({ kind, trouble })
  const repeat = async (kind: string, call: Call) => (await untilSuccess(call, report(kind))).body
  async function hasty(kind: string, status: Promise<number | undefined>): Promise<number | undefined> {
    const found = await status
    seen.hasty.calls++
    if (found === undefined || found >= 300) seen.hasty.failures.push(`${kind} ${found ?? 'network'}`)
    return found
  }
  const statusOf = async (call: Call) => (await once(call))?.status

  const calls: Record<string, { everyMs: number; run(): Promise<unknown> }> = {
    publish: {
      everyMs: 400,
      async run() {
        const key = inTurn(keys)
        const { id } = await repeat('create', { api: key, path: '/api/v1/jobs', body: jobBody('Rigger') })
        await repeat('publish', { api: key, path: `/api/v1/jobs/${id}/publish`, body: publishBody })
        accepted.published.push(id)
      },
    },
    apply: {
      everyMs: 250,
      async run() {
        const number = accepted.applied.length
        const candidate = candidates[Math.floor(number / APPLIES_PER_DAY)]
        if (!candidate) return void candidates.push(await createCandidate(system))
        const body = { jobId: jobIds[number % jobIds.length], confirm: true }
        const path = '/api/v1/me/applications'
        const { id } = (await repeat('apply', { api: candidate.api, path, body })).application
        accepted.applied.push(id)
        // The application reaches the recruiter by its event.
        const move = { path: `/api/v1/applications/${id}/status`, body: { status: 'Interviewing' } }
        await repeat('move', { api: inTurn(keys), ...move, isEarly: true })
        accepted.moved.push(id)
      },
    },
    search: {
      everyMs: 500,
      async run() {
        const body = { query: 'rigger' }
        // A turn of its own: half of the 30 searches that a key may make in a minute.
        const key = inTurn(keys, 'search')
        await repeat('search', { api: key, path: '/api/v1/candidates/search', body })
        accepted.searches++
      },
    },
    unlock: {
      everyMs: 500,
      async run() {
        const { id } = inTurn(candidates)
        // The profile reaches CV search by its event.
        const call = { method: 'GET', path: `/api/v1/candidates/${id}`, isEarly: true } as const
        await repeat('unlock', { api: inTurn(keys, 'unlock'), ...call })
        accepted.unlocked.add(id)
      },
    },
    read: {
      everyMs: 400,
      run: () => repeat('read', { api: inTurn(keys), method: 'GET', path: '/api/v1/jobs?pageSize=5' }),
    },
    feed: { everyMs: 1_000, run: readPage },
    /** A key works when it is minted, its successor when it is rotated, and neither when they have ended. */
    keys: {
      everyMs: 1_000,
      async run() {
        const body = { name: 'load', scopes: ['JobPosting'] }
        const employer = `/admin/v1/employers/${other.employerId}`
        const first = await repeat('mint', { api: admin, path: `${employer}/api-keys`, body })
        await repeat('new key', { api: api(first.apiKey), method: 'GET', path: '/api/v1/key' })
        const rotate = { path: `/admin/v1/api-keys/${first.id}/rotate`, body: { overlapSeconds: 0 } }
        const second = await repeat('rotate', { api: admin, ...rotate })
        await repeat('rotated key', { api: api(second.apiKey), method: 'GET', path: '/api/v1/key' })
        await untilRefused(first.apiKey)
        await repeat('revoke', { api: admin, method: 'DELETE', path: `/admin/v1/api-keys/${second.id}` })
        await untilRefused(second.apiKey)
      },
    },
    erase: {
      everyMs: 1_500,
      async run() {
        const consentExpiresAt = new Date(Date.now() + DAY_MS).toISOString()
        const email = `${randomUUID()}@people.example`
        const person = { firstName: 'Ida', lastName: 'Berg', email, consentExpiresAt }
        const create = { api: admin, path: '/admin/v1/candidates', body: person }
        const { id } = await repeat('create candidate', create)
        const body = { candidateId: id, applicationType: 'Web' }
        const path = `/admin/v1/jobs/${other.jobId}/applications`
        await repeat('apply for a candidate', { api: admin, path, body })
        const erase = { method: 'DELETE', path: `/admin/v1/candidates/${id}` } as const
        accepted.erasures.push((await repeat('erase', { api: admin, ...erase })).erasureId)
      },
    },
    list: {
      everyMs: 200,
      run: () => {
        const call = { api: inTurn(hastyKeys), method: 'GET', path: '/api/v1/jobs?pageSize=5' } as const
        return hasty('list', statusOf(call))
      },
    },
    draft: {
      everyMs: 200,
      async run() {
        const call = { api: inTurn(hastyKeys), path: '/api/v1/jobs', body: jobBody('Draft') }
        if ((await hasty('draft', statusOf(call))) === 201) accepted.drafts++
        else accepted.uncertainDrafts++
      },
    },
    page: {
      everyMs: 400,
      async run() {
        if (!portalUrl) return
        visitor ??= await signIn(admin, portalUrl, employerId, jobIds[0]!)
        const page = visitor.next()
        await hasty(`page ${page.path}`, page.status())
      },
    },
  }

  async function untilRefused(apiKey: string): Promise<void> {
    const startedAt = performance.now()
    for (;;) {
      const status = await statusOf({ api: api(apiKey), method: 'GET', path: '/api/v1/key' })
      const waitMs = performance.now() - startedAt
      if (status === 401) return report('ended key')({ failures: [], waitMs })
      if (waitMs > LONGEST_AFTER_END_MS) throw new Error(`A key that has ended still works: ${status}`)
      await sleep(100)
    }
  }

  /** Returns whether there is more. */
  async function readPage(): Promise<boolean> {
    const path = `/api/v1/events?limit=${FEED_PAGE}${after ? `&after=${after}` : ''}`
    const { items, nextAfter, hasMore } = await repeat('feed', { api: inTurn(keys), method: 'GET', path })
    for (const event of items) addEvent(feed, event)
    after = nextAfter ?? after
    return hasMore
  }

  let isPaused = true
  let running: Promise<unknown> = Promise.resolve()
  async function untilPaused({ run, everyMs }: (typeof calls)[string]): Promise<void> {
    while (!isPaused) {
      await run()
      await sleep(everyMs)
    }
  }
  return {
    accepted,
    feed,
    resume(): void {
      isPaused = false
      running = Promise.all(Object.values(calls).map(untilPaused))
      // Reported by `pause`.
      running.catch(() => {})
    },
    /** Stops the calls, after those in flight succeeded. Throws the first unexpected response. */
    async pause(): Promise<void> {
      isPaused = true
      await running
    },
    /** What clients have seen since the last call. */
    drain(): Seen {
      const drained = seen
      seen = none()
      return drained
    },
    async readFeed(): Promise<void> {
      while (await readPage());
    },
  }
}

/** By application and type (`17 application.submitted`), the ids of the events as they came. */
export type EventIds = Map<string, string[]>

export function addEvent(
  events: EventIds,
  { id, type, data }: { id: string; type: string; data: Record<string, unknown> },
): void {
  const name = `${data.applicationId} ${type}`
  events.set(name, [...(events.get(name) ?? []), id])
}
