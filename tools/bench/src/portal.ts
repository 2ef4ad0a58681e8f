import { getJson } from '@jobboard/jobboard/demo/post-json'
import type { Stack } from '@jobboard/stack/stack'
import { findBrowser } from '@jobboard/testkit/browser'
import { eventually } from '@jobboard/testkit/eventually'
import { chromium, type Page } from 'playwright-core'
import { type Benchmark, scaled } from './benchmark.ts'
import { type Figure, quantile, sum } from './figures.ts'
import { mapConcurrently, timeCalls } from './load.ts'
import { createEmployer } from './people.ts'
import { cpuByProcess, cpuSince } from './processes.ts'

/** On the board that is measured, of one of the jobs. */
const APPLICATIONS = scaled(500)
const JOBS = 20
const SAMPLES = scaled(100, 5)
const WARM_UP = scaled(20, 2)
const PAINTS = scaled(10)
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
  help: `how long the pages of the portal take, what they load, and the first paint of a board with 500 applications (about
two minutes; needs a Chromium)`,
  async fill(bench) {
    const { admin, stack } = bench
    bench.log(`Filling the stack with ${JOBS} jobs and ${APPLICATIONS} applications…`)
    const { id, keys, jobIds } = await createEmployer(bench, {
      scopes: ['Applications', 'CvSearch', 'CvDownload'],
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
    const executablePath = findBrowser()
    if (!executablePath)
      throw new Error('There is no Chromium: apt-get install chromium, or set CHROMIUM_PATH.')
    const board = `/jobs/${jobId}/board`
    const pages = {
      start: '/',
      [`jobs, a page of ${JOBS}`]: '/jobs',
      'a job': `/jobs/${jobId}`,
      [`board with ${APPLICATIONS} applications`]: board,
      'an application': `/applications/${applicationId}`,
      search: '/search',
      keys: '/keys',
      webhooks: '/webhooks',
      credits: '/credits',
      users: '/users',
      events: '/events',
    }
    const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', '--no-sandbox'] })
    try {
      const viewport = { width: 1440, height: 900 }
      const page = await browser.newPage({ baseURL: stack.portalUrl, viewport })
      await page.goto(signInUrl)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL(({ pathname }) => !pathname.startsWith('/sign-in'))
      const cookies = await page.context().cookies()
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      log('Measuring…')
      const figures: Figure[] = []
      for (const [what, path] of Object.entries(pages))
        figures.push(...(await timePage(stack, what, path, cookie)))
      return { figures: [...figures, ...(await paintBoard(page, board))] }
    } finally {
      await browser.close()
    }
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

/** First contentful paint of the board, without a cache for the scripts, and the bytes that came. */
async function paintBoard(page: Page, path: string): Promise<Figure[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const paints: number[] = []
  for (let i = 0; i < PAINTS; i++) {
    await page.goto(path)
    paints.push(await page.evaluate<number>(PAINT))
  }
  const bytes = await page.evaluate<Record<'html' | 'script' | 'style', number>>(BYTES)
  return [
    { what: 'board: first paint, p50', value: quantile(paints, 0.5), unit: 'ms', goal: '<= 1 000 ms' },
    { what: 'board: script, compressed', value: bytes.script / 1024, unit: 'KiB', goal: '<= 100 KiB' },
    { what: 'board: style, compressed', value: bytes.style / 1024, unit: 'KiB' },
    { what: 'board: HTML, as sent', value: bytes.html / 1024, unit: 'KiB' },
  ]
}

const PAINT = `new Promise((resolve) => new PerformanceObserver((list) => {
  const paint = list.getEntriesByName('first-contentful-paint')[0]
  if (paint) resolve(paint.startTime)
}).observe({ type: 'paint', buffered: true }))`
const BYTES = `(() => {
  const sum = (ends) => performance.getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname.endsWith(ends))
    .reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0)
  return { html: performance.getEntriesByType('navigation')[0].encodedBodySize, script: sum('.js'), style: sum('.css') }
})()`
