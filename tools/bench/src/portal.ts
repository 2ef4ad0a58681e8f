import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@jobboard/stack/infra/log'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import { findBrowser } from '@jobboard/testkit/browser'
import { chromium, type Page } from 'playwright-core'
import { type Figure, quantile } from './figures.ts'
import { openPortalCost } from './portal-cost.ts'
import { APPLICATIONS, fillPortal, JOBS, type PortalData } from './portal-fill.ts'

const SAMPLES = 100
const WARM_UP = 20
const PAINTS = 10
/** The portal serves a session 600 requests a minute. */
const EVERY_MS = 120
const GOAL = '<= 60 ms'

/** The pages of the portal: how long the server takes for each, what a browser loads, and when the board of a job with 500
 * applications is painted. Needs a Chromium. */
export async function benchPortal(stack: Stack, settings: Settings, log: Log): Promise<Figure[]> {
  const executablePath = findBrowser()
  if (!executablePath)
    throw new Error('There is no Chromium: apt-get install chromium, or set CHROMIUM_PATH.')
  log(`Filling the stack with ${JOBS} jobs and ${APPLICATIONS} applications…`)
  const data = await fillPortal(stack, settings)
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', '--no-sandbox'] })
  try {
    const context = await browser.newContext({
      baseURL: stack.portalUrl,
      viewport: { width: 1440, height: 900 },
    })
    const page = await context.newPage()
    await signIn(page, data.employerAdmin)
    const cookies = await context.cookies()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    log('Measuring…')
    const figures: Figure[] = []
    for (const [what, path] of Object.entries(pagesOf(data))) {
      figures.push(...(await measurePage(stack, what, stack.portalUrl + path, cookie)))
    }
    return [...figures, ...(await measureBoard(page, data))]
  } finally {
    await browser.close()
  }
}

function pagesOf({ jobId, applicationId }: PortalData): Record<string, string> {
  return {
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
}

async function signIn(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/sign-in'))
}

/** One request after the other: p50 and p95 until the whole page has arrived, the calls that it makes and its CPU time. */
async function measurePage(stack: Stack, what: string, url: string, cookie: string): Promise<Figure[]> {
  const times: number[] = []
  let cost = await openPortalCost(stack)
  for (let i = 0; i < WARM_UP + SAMPLES; i++) {
    if (i === WARM_UP) cost = await openPortalCost(stack)
    const begin = performance.now()
    const response = await fetch(url, { headers: { cookie }, redirect: 'manual' })
    await response.text()
    if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
    const tookMs = performance.now() - begin
    if (i >= WARM_UP) times.push(tookMs)
    if (tookMs < EVERY_MS) await sleep(EVERY_MS - tookMs)
  }
  return [
    { what: `${what}: p50`, value: quantile(times, 0.5), unit: 'ms' },
    { what: `${what}: p95`, value: quantile(times, 0.95), unit: 'ms', goal: GOAL },
    ...(await cost.of(what, SAMPLES)),
  ]
}

/** First contentful paint of the board, without a cache for the scripts, and the bytes that came. */
async function measureBoard(page: Page, { jobId }: PortalData): Promise<Figure[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const paints: number[] = []
  for (let i = 0; i < PAINTS; i++) {
    await page.goto(`/jobs/${jobId}/board`)
    paints.push(await page.evaluate<number>(PAINT))
  }
  const bytes = await page.evaluate<Record<'html' | 'script' | 'style', number>>(BYTES)
  const what = 'board'
  return [
    { what: `${what}: first paint, p50`, value: quantile(paints, 0.5), unit: 'ms', goal: '<= 1 000 ms' },
    { what: `${what}: script, compressed`, value: bytes.script / 1024, unit: 'KiB', goal: '<= 100 KiB' },
    { what: `${what}: style, compressed`, value: bytes.style / 1024, unit: 'KiB' },
    { what: `${what}: HTML, as sent`, value: bytes.html / 1024, unit: 'KiB' },
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
