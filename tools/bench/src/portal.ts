import { getJson } from '@jobboard/jobboard/demo/post-json'
import type { Stack } from '@jobboard/stack/stack'
import { eventually } from '@jobboard/testkit/eventually'
import { signInByLink } from '@jobboard/testkit/sign-in'
import { type Benchmark, scaled } from './benchmark.ts'
import { type Figure, sum } from './figures.ts'
import { mapConcurrently, timeCalls } from './load.ts'
import { createEmployer } from './people.ts'
import { cpuByProcess, cpuSince } from './processes.ts'

/** On the board that is measured, of one of the jobs. */
const APPLICATIONS = scaled(500)
const JOBS = 20
const SAMPLES = scaled(100, 5)
const WARM_UP = scaled(20, 2)
/** The portal serves a session 600 requests a minute. */
const EVERY_MS = 120
const DAY_MS = 86_400_000

interface Data {
  /** A one-time link that signs in the employer's admin. */
  signInUrl: string
  jobId: number
  applicationId: number
}

export const portal: Benchmark<Data> = {
  name: 'portal',
  help: 'how long the pages of the portal take, one with a board of 500 applications, and what they load (two minutes)',
  async fill(bench) {
    const { admin, stack } = bench
    bench.log(`Filling the stack with ${JOBS} jobs and ${APPLICATIONS} applications…`)
    const { id, keys, jobIds } = await createEmployer(bench, {
      scopes: ['Applications', 'CvSearch'],
      keys: 1,
      jobs: JOBS,
    })
    const employer = `/admin/v1/employers/${id}`
    const user = { name: 'Ada Admin', email: `ada.${id}@people.example`, role: 'EmployerAdmin' }
    const { id: userId } = await admin<{ id: number }>(`${employer}/users`, user)
    const jobId = jobIds.at(-1)!
    const ids = await mapConcurrently(APPLICATIONS, 4, async (number) => {
      const candidate = await admin<{ id: number }>('/admin/v1/candidates', {
        firstName: 'Ida',
        lastName: `Berg ${number}`,
        email: `ida.${number}@people.example`,
        headline: 'Lamp maker',
        consentExpiresAt: new Date(Date.now() + DAY_MS).toISOString(),
      })
      const application = { candidateId: candidate.id, applicationType: 'Web' }
      return (await admin<{ id: number }>(`/admin/v1/jobs/${jobId}/applications`, application)).id
    })
    await eventually(`${APPLICATIONS} applications are listed`, async () => {
      const path = `/api/v1/jobs/${jobId}/applications?pageSize=1`
      return (await getJson<{ total: number }>(stack.baseUrl, keys[0]!, path)).total >= APPLICATIONS
    })
    const { url } = await admin<{ url: string }>(`${employer}/portal-links`, { userId })
    return { signInUrl: url, jobId, applicationId: ids[0]! }
  },
  async measure({ stack, log }, { signInUrl, jobId, applicationId }) {
    const pages = {
      start: '/',
      [`jobs, a page of ${JOBS}`]: '/jobs',
      'a job': `/jobs/${jobId}`,
      [`board with ${APPLICATIONS} applications`]: `/jobs/${jobId}/board`,
      'an application': `/applications/${applicationId}`,
      search: '/search',
      keys: '/keys',
      webhooks: '/webhooks',
      credits: '/credits',
      users: '/users',
      events: '/events',
    }
    const cookie = await signInByLink(signInUrl)
    log('Measuring…')
    const figures: Figure[] = []
    for (const [what, path] of Object.entries(pages))
      figures.push(...(await timePage(stack, what, path, cookie)))
    return { figures }
  },
}

/** One request after the other, until the whole page has arrived; the calls that services received for it, from each other
 * too, and the CPU time. What else runs meanwhile counts too. */
async function timePage(stack: Stack, what: string, path: string, cookie: string): Promise<Figure[]> {
  const get = async () => {
    const response = await fetch(stack.portalUrl + path, { headers: { cookie }, redirect: 'manual' })
    await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  }
  for (let i = 0; i < WARM_UP; i++) await get()
  const [callsBefore, cpuBefore] = [await countCalls(stack), cpuByProcess(stack)]
  const options = { everyMs: EVERY_MS, samples: SAMPLES, warmUp: 0, quantiles: [0.5, 0.95] }
  const times = await timeCalls([[what, '<= 60 ms', get]], options)
  const cpu = cpuSince(stack, cpuBefore)
  const calls = (await countCalls(stack)) - callsBefore
  return [
    ...times,
    { what: `${what}: calls of services`, value: calls / SAMPLES, unit: '' },
    { what: `${what}: CPU of the portal`, value: cpu.get('portal')! / SAMPLES, unit: 'ms' },
    { what: `${what}: CPU of all processes`, value: sum(cpu.values()) / SAMPLES, unit: 'ms' },
  ]
}

/** Requests that the services have received, without health checks. */
async function countCalls({ plans }: Stack): Promise<number> {
  const services = plans.filter(({ name }) => !['gateway', 'portal'].includes(name))
  const counts = await mapConcurrently(services.length, services.length, async (i) => {
    const text = await (await fetch(`${services[i]!.url}/metrics`)).text()
    const lines = text.matchAll(/^http_request_duration_seconds_count\{.*\} ([0-9.e+]+)$/gm)
    return sum([...lines].map(([, count]) => Number(count)))
  })
  return sum(counts)
}
