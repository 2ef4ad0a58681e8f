import { setTimeout as sleep } from 'node:timers/promises'
import { getJson, postJson } from '@jobboard/jobboard/demo/post-json'
import { APPLIES_EACH, type Employer, publishJob } from './people.ts'

// An application can be read some milliseconds after it was created.
const VISIBLE_WITHIN_MS = 10_000
const ROUNDS_WITH_SEARCH = 2
const ROUNDS_WITH_JOB = 20
const TOO_FEW = 'there are too few candidates for this load'

/** What the rounds of a load have done and seen. */
export interface Load {
  /** Candidates' keys; rounds beyond 10 for each are not possible. */
  candidateKeys: string[]
  rounds: number
  /** Rounds that were begun, each with an application of its own. */
  started: number
  /** Signed webhooks that the rounds cause: one for each application, one for its move. */
  webhooksExpected: number
  failures: Map<string, number>
  /** Response times in milliseconds since the last call. */
  drainTimes(): number[]
  /** Runs rounds as fast as `clients` can, for that long; resolves with rounds per second. */
  runClosed(clients: number, ms: number): Promise<number>
  /** Starts rounds at a steady rate, whether those before have ended or not, for that long. */
  runOpen(perSecond: number, ms: number): Promise<void>
}

/** A mix of calls. One round: a candidate finds jobs and applies; a recruiter reads the list of applications and the new
 * one, and moves it; in each second round a CV search, in each twentieth a job is created and published. */
export function openLoad(baseUrl: string, { keys, jobIds }: Employer, firstKeys: string[]): Load {
  let times: number[] = []
  let nextKey = 0
  const key = () => keys[nextKey++ % keys.length]!

  async function timed<T>(call: Promise<T>): Promise<T> {
    const begin = performance.now()
    const result = await call
    times.push(performance.now() - begin)
    return result
  }

  async function round(number: number): Promise<void> {
    const candidate = load.candidateKeys[Math.floor(number / APPLIES_EACH)]
    if (!candidate) throw new Error(TOO_FEW)
    await timed(getJson(baseUrl, candidate, '/api/v1/me/jobs?query=rigger'))
    const apply = { jobId: jobIds[number % jobIds.length], confirm: true }
    const { application } = await timed(
      postJson<{ application: { id: number } }>(baseUrl, candidate, '/api/v1/me/applications', apply),
    )
    load.webhooksExpected++
    await timed(getJson(baseUrl, key(), `/api/v1/jobs/${apply.jobId}/applications?pageSize=20`))
    await untilVisible(application.id)
    const path = `/api/v1/applications/${application.id}`
    await timed(getJson(baseUrl, key(), path))
    await timed(postJson(baseUrl, key(), `${path}/status`, { status: 'Interviewing' }))
    load.webhooksExpected++
    if (number % ROUNDS_WITH_SEARCH === 0) {
      await timed(postJson(baseUrl, key(), '/api/v1/candidates/search', { query: 'rigger AND crane' }))
    }
    if (number % ROUNDS_WITH_JOB === 0) await timed(publishJob(baseUrl, key()))
  }

  /** Waits until the event of an application has reached pipeline. Not timed: it is no call of its own. */
  async function untilVisible(id: number): Promise<void> {
    const deadline = performance.now() + VISIBLE_WITHIN_MS
    for (;;) {
      const headers = { authorization: `Bearer ${key()}` }
      const response = await fetch(`${baseUrl}/api/v1/applications/${id}`, { headers })
      await response.arrayBuffer()
      if (response.ok) return
      if (performance.now() > deadline) throw new Error(`application ${id}: ${response.status} for 10 s`)
      await sleep(20)
    }
  }

  async function counted(number: number): Promise<void> {
    try {
      await round(number)
      load.rounds++
    } catch (error) {
      // Ids differ from call to call.
      const what = (error as Error).message.slice(0, 120).replaceAll(/\d{2,}/g, 'N')
      load.failures.set(what, (load.failures.get(what) ?? 0) + 1)
    }
  }

  const load: Load = {
    candidateKeys: [...firstKeys],
    rounds: 0,
    started: 0,
    webhooksExpected: 0,
    failures: new Map(),
    drainTimes() {
      const drained = times
      times = []
      return drained
    },
    async runClosed(clients, ms) {
      const begin = performance.now()
      const before = load.rounds
      const client = async () => {
        while (performance.now() - begin < ms) {
          if (load.started >= load.candidateKeys.length * APPLIES_EACH) throw new Error(TOO_FEW)
          await counted(load.started++)
        }
      }
      await Promise.all(Array.from({ length: clients }, client))
      return ((load.rounds - before) * 1_000) / (performance.now() - begin)
    },
    async runOpen(perSecond, ms) {
      const running: Promise<void>[] = []
      const begin = performance.now()
      for (let i = 0; (i * 1_000) / perSecond < ms; i++) {
        await sleep(Math.max(0, begin + (i * 1_000) / perSecond - performance.now()))
        running.push(counted(load.started++))
      }
      await Promise.all(running)
    },
  }
  return load
}
