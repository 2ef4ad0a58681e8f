// biome-ignore-all lint/plugin: a load has pauses, a fault lasts for a while, and both are reported in milliseconds
import { setTimeout as sleep } from 'node:timers/promises'
import { jobBody, type People, publishBody } from './people.ts'
import { type Trouble, untilSuccess } from './retry.ts'

/** Calls that run until paused, and what was acknowledged. */
export interface Workload {
  /** Ids of acknowledged jobs, each published. */
  published: number[]
  /** Ids of acknowledged applications. */
  applied: number[]
  /** Ids of applications whose change of status was acknowledged. */
  moved: number[]
  /** Acknowledged searches; each costs one credit. */
  searches: number
  /** Candidates whose profile was read; the first read costs one credit, further ones nothing. */
  unlocked: Set<number>
  /** What clients have seen since the last `drainTroubles`, by kind of call. */
  drainTroubles(): Map<string, Trouble[]>
  /** Stops the calls, after those in flight succeeded. Throws the first unexpected response. */
  pause(): Promise<void>
  resume(): void
}

const APPLIES_PER_DAY = 10

/** Publishes, applies, moves, searches, unlocks and reads, two to four calls of each kind per second. */
export function startWorkload({ employerKeys, candidates, jobIds }: People): Workload {
  let troubles = new Map<string, Trouble[]>()
  let nextApply = 0
  let nextKey = 0
  let nextSearch = 0
  let nextUnlock = 0
  const key = () => employerKeys[nextKey++ % employerKeys.length]!
  const report = (kind: string) => (trouble: Trouble) => {
    troubles.set(kind, [...(troubles.get(kind) ?? []), trouble])
  }

  async function publish(): Promise<void> {
    const api = key()
    const { body } = await untilSuccess(api, 'POST', '/api/v1/jobs', jobBody('Rigger'), report('create'))
    await untilSuccess(api, 'POST', `/api/v1/jobs/${body.id}/publish`, publishBody, report('publish'))
    workload.published.push(body.id)
  }

  async function applyAndMove(): Promise<void> {
    const number = nextApply++
    const candidate = candidates[Math.floor(number / APPLIES_PER_DAY)]
    if (!candidate) return
    const jobId = jobIds[number % jobIds.length]
    const apply = { jobId, confirm: true }
    const { body } = await untilSuccess(
      candidate.api,
      'POST',
      '/api/v1/me/applications',
      apply,
      report('apply'),
    )
    const { id } = body.application
    workload.applied.push(id)
    // The application reaches the recruiter by its event, some milliseconds later.
    const path = `/api/v1/applications/${id}/status`
    await untilSuccess(key(), 'POST', path, { status: 'Interviewing' }, report('move'), [404])
    workload.moved.push(id)
  }

  async function search(): Promise<void> {
    const body = { query: 'rigger' }
    // In turn: half of the 30 searches that a key may make in a minute.
    const searching = employerKeys[nextSearch++ % employerKeys.length]!
    await untilSuccess(searching, 'POST', '/api/v1/candidates/search', body, report('search'))
    workload.searches++
  }

  async function unlock(): Promise<void> {
    const number = nextUnlock++
    const { id } = candidates[number % candidates.length]!
    const reading = employerKeys[number % employerKeys.length]!
    // The profile reaches CV search by its event.
    await untilSuccess(reading, 'GET', `/api/v1/candidates/${id}`, undefined, report('unlock'), [404])
    workload.unlocked.add(id)
  }

  async function read(): Promise<void> {
    await untilSuccess(key(), 'GET', '/api/v1/jobs?pageSize=5', undefined, report('read'))
  }

  async function repeat(work: () => Promise<void>, pauseMs: number): Promise<void> {
    while (!paused) {
      await work()
      await sleep(pauseMs)
    }
  }

  let paused = false
  let running: Promise<unknown> = Promise.resolve()
  const workload: Workload = {
    published: [],
    applied: [],
    moved: [],
    searches: 0,
    unlocked: new Set(),
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
        repeat(publish, 400),
        repeat(applyAndMove, 250),
        repeat(search, 500),
        repeat(unlock, 500),
        repeat(read, 400),
      ])
      // Reported by `pause`.
      running.catch(() => {})
    },
  }
  workload.resume()
  return workload
}
