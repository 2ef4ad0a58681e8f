import { eventually } from '@jobboard/testkit/eventually'
import { countLosses } from '../compose-faults/count-losses.ts'
import { type PlainLoad, startPlainLoad } from '../compose-faults/plain-load.ts'
import { mintPlainKeys } from '../compose-faults/prepare.ts'
import { createPeople, type People } from '../faults/support/people.ts'
import type { Trouble } from '../faults/support/retry.ts'
import { startWorkload, type Workload } from '../faults/support/workload.ts'
import { type MoreLoad, startMoreLoad } from './more-load.ts'
import { signIn } from './portal-visitor.ts'
import type { MixedSystem } from './system.ts'

/** What clients and the checks saw since the load was last drained. */
export interface Seen {
  tries: number
  /** Tries that failed, by kind of call and status: `publish 503`. */
  failures: string[]
  longest: { kind: string; waitMs: number }
  /** By kind, only those above zero. */
  lost: Record<string, number>
  doubled: Record<string, number>
}

/** Everything that clients do, all at once. */
export interface Load {
  pause(): Promise<void>
  resume(): Promise<void>
  /** What was seen, and what is lost or doubled so far. The load must be paused. */
  check(): Promise<Omit<Seen, 'tries' | 'failures' | 'longest'>>
  drain(): Pick<Seen, 'tries' | 'failures' | 'longest'>
  /** From now on, pages of the portal belong to the load. */
  visitPortal(): Promise<void>
}

const PLAIN_KEYS = 12
const FEED_WAIT_MS = 60_000

/** Creates employers and candidates and starts the load. */
export async function startLoad(system: MixedSystem, candidateCount: number): Promise<Load> {
  const people = await createPeople(system, candidateCount)
  const plainKeys = await mintPlainKeys(system, people.employerId, PLAIN_KEYS)
  const workload = startWorkload(people)
  const more = await startMoreLoad(system, people)
  let plain = startPlainLoad(plainKeys)
  const drafts = { created: 0, uncertain: 0 }
  const once = { calls: 0, failures: [] as string[] }
  return {
    async pause() {
      await Promise.all([workload.pause(), more.pause(), plain.stop()])
      drafts.created += plain.created
      drafts.uncertain += plain.uncertain
      const { calls, failures } = plain.drain()
      once.calls += calls
      once.failures.push(...failures)
    },
    async resume() {
      workload.resume()
      more.resume()
      plain = startPlainLoad(plainKeys)
    },
    check: () => check(system, people, workload, more, { ...plain, ...drafts }),
    drain() {
      const troubles = [...workload.drainTroubles(), ...more.drainTroubles()]
      const { calls, failures } = once
      Object.assign(once, { calls: 0, failures: [] })
      return summary(troubles, calls, failures)
    },
    visitPortal: async () => more.visitPortal(await signIn(system, people)),
  }
}

function summary(troubles: [string, Trouble[]][], calls: number, onceFailed: string[]) {
  const all = troubles.flatMap(([kind, list]) => list.map((trouble) => ({ kind, ...trouble })))
  // 404 for a move: the application has not reached the recruiter yet, which is no failure.
  const failures = all.flatMap(({ kind, failures }) =>
    failures.filter((failure) => kind !== 'move' || failure !== 404).map((failure) => `${kind} ${failure}`),
  )
  const longest = all.reduce((a, b) => (a.waitMs > b.waitMs ? a : b), { kind: 'none', waitMs: 0 })
  return {
    tries: all.length + failures.length + calls,
    failures: [...failures, ...onceFailed.map((failure) => `not repeated ${failure}`)],
    longest: { kind: longest.kind, waitMs: longest.waitMs },
  }
}

/** The checks of the workload, and those of the load beside it. */
async function check(
  system: MixedSystem,
  people: People,
  workload: Workload,
  more: MoreLoad,
  plain: PlainLoad,
): Promise<Pick<Seen, 'lost' | 'doubled'>> {
  const { lost, doubled } = await countLosses(system, people, workload, plain, system.receiver)
  const expected = [
    ...workload.applied.map((id) => `${id} application.submitted`),
    ...workload.moved.map((id) => `${id} application.status_changed`),
  ]
  const missing = () => expected.filter((name) => !more.feed.has(name)).length
  await eventually(
    'the feed has every event',
    async () => {
      await more.readFeed()
      return missing() === 0
    },
    FEED_WAIT_MS,
    500,
  ).catch(() => {})
  lost['events of the feed'] = missing()
  doubled['events of the feed'] = expected.filter((name) => (more.feed.get(name)?.length ?? 0) > 1).length
  lost['confirmed erasures'] = await more.countUnconfirmedErasures()
  const deadLetters = await system.admin.get('/admin/v1/events/dead-letters?pageSize=1')
  lost['dead letters'] = Number(deadLetters.body.total)
  return { lost: above(lost), doubled: above(doubled) }
}

const above = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
