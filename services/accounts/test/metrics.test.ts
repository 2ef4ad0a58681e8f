import type { EmployerMetrics } from '@jobboard/contracts/metrics'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveArrival, saveJob } from '../src/store/metric-copy.ts'
import { countAll } from '../src/store/metrics.ts'
import { type Market, openMarket } from './support/market.ts'
import { seeded } from './support/seeded.ts'
import { bootAccounts } from './support/setup.ts'
import { openTraffic } from './support/traffic.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
}, 60_000)
afterAll(() => market?.stop())

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000)

test(`after a random run the numbers are the owners' truth, for each employer alone (seed ${SEED})`, async () => {
  const traffic = await openTraffic(market, SEED)
  await traffic.run(300)

  const { employers } = traffic
  const numbers = await Promise.all(employers.map((id) => market.settledMetrics(id)))
  for (const { newestJobs } of numbers) expect(newestJobs.length).toBeGreaterThan(0)
  expect(traffic.applications.length).toBeGreaterThan(20)
  expect(traffic.reversals()).toBeGreaterThan(5)
  expect(numbers[0]).not.toEqual(numbers[1])

  // Told again in whatever way, nothing changes; from nothing, the same comes out.
  for (const fromScratch of [false, true]) {
    await market.rebuild(fromScratch)
    await eventually('the same numbers', async () => {
      const again = await Promise.all(employers.map((id) => market.metrics(id)))
      return JSON.stringify(again) === JSON.stringify(numbers)
    })
  }
}, 120_000)

test(`rebuilt during traffic, again and again and from nothing, the numbers are the owners' truth (seed ${SEED})`, async () => {
  const traffic = await openTraffic(market, SEED + 1)
  let running = true
  let rebuilds = 0
  const rebuilding = async () => {
    for (; running; rebuilds++) await market.rebuild(rebuilds % 2 === 1)
  }
  const done = rebuilding()
  await traffic.run(150).finally(() => {
    running = false
    return done
  })
  expect(rebuilds).toBeGreaterThan(3)
  for (const id of traffic.employers) await market.settledMetrics(id)
}, 120_000)

test('the last 30 days of unlocks, and null credits while an owner is down', async () => {
  const employer = await market.newEmployer()
  const [candidate] = await market.newCandidates(1)
  await market.unlock(employer, candidate!)
  await market.unlock(employer, candidate!)
  const unlocks = (count: number) =>
    eventually(`${count} unlocks`, async () => (await market.metrics(employer)).unlocksLast30Days === count)
  await unlocks(1)
  await market.advance(30 * 86_400_000)
  await unlocks(0)
  await market.unlock(employer, candidate!)
  await unlocks(1)
  const { credits } = await market.metrics(employer)
  expect(credits).toEqual({ JobPosting: 1_000, CvSearch: 0, CvDownload: 998 })
  await market.stopService('jobs')
  const down = await market.metrics(employer)
  expect(down.credits).toEqual({ ...credits, JobPosting: null })
  expect(down.unlocksLast30Days).toBe(1)
}, 60_000)

test('whatever the order, and twice: where it stands, how far it came, how long it stayed', async () => {
  const accounts = await bootAccounts()
  const { db } = accounts.deps
  const history = ['New', 'Interviewing', 'Rejected', 'New', 'Offered', 'Withdrawn', 'New'] as const
  const at = (version: number) => new Date(Date.UTC(2030, 0, 1) + version ** 2 * 1_000).toISOString()
  const { below } = seeded(SEED)
  const outcomes: unknown[] = []
  for (let employerId = 1; employerId <= 6; employerId++) {
    const told = [...history, ...history].map((status, i) => ({
      applicationId: employerId,
      employerId,
      jobId: 1,
      status,
      version: (i % history.length) + 1,
      at: at((i % history.length) + 1),
    }))
    // The first in order, the second backwards, the third all at once, the rest shuffled.
    const order = [told, told.toReversed(), told][employerId - 1] ?? told.toSorted(() => below(3) - 1)
    if (employerId === 3) await Promise.all(order.map((one) => db.tx((sql) => saveArrival(sql, one))))
    else for (const one of order) await db.tx((sql) => saveArrival(sql, one))
    outcomes.push(await countAll(db.sql, employerId, new Date()))
  }
  expect(new Set(outcomes.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(outcomes[0]).toMatchObject({
    applications: { New: 1 },
    stages: { 2: 1 },
    medianSeconds: { New: 6, Interviewing: 5, Rejected: 7, Offered: 11, Withdrawn: 13 },
  })
  await accounts.stop()
}, 60_000)

test('an older state of a job never replaces a newer one; an Active one past its expiryDate is Expired', async () => {
  const accounts = await bootAccounts()
  const { db } = accounts.deps
  const job = { jobId: 1, employerId: 1, expiryDate: '2099-01-01T00:00:00Z', screeningQuestions: [] }
  const rest = { reference: null, description: null, city: null, country: null, postedDate: null }
  const told = (['Draft', 'Active', 'Closed'] as const).map((status, i) => ({
    ...{ ...job, ...rest, employmentType: null, remoteType: null },
    ...{ status, title: status, version: i + 1 },
  }))
  await db.tx((sql) => saveJob(sql, told[1]!))
  expect((await countAll(db.sql, 1, new Date())).jobs).toEqual({ Active: 1 })
  const late = await countAll(db.sql, 1, new Date('2099-01-01T00:00:00Z'))
  expect(late).toMatchObject({ jobs: { Expired: 1 }, newestJobs: [{ status: 'Expired' }] })
  for (const i of [0, 2, 1, 0]) await db.tx((sql) => saveJob(sql, told[i]!))
  const { jobs, newestJobs } = await countAll(db.sql, 1, new Date())
  expect(jobs).toEqual({ Closed: 1 })
  expect(newestJobs).toMatchObject([{ jobId: 1, title: 'Closed' }])
  await accounts.stop()
}, 60_000)

test('an employer without anything: zeros, and null where nothing can be divided', async () => {
  const accounts = await bootAccounts()
  const { body } = await accounts.of(7).get<EmployerMetrics>('/api/v1/employer/metrics')
  expect(body.jobs).toEqual({ Draft: 0, Active: 0, Closed: 0, Expired: 0 })
  expect(body.conversion).toEqual({ Interviewing: null, Offered: null, Hired: null })
  expect(body.medianSecondsInStatus.New).toBeNull()
  expect(body).toMatchObject({ newestJobs: [], unlocksLast30Days: 0, applications: { total: 0 } })
  await accounts.stop()
}, 60_000)

test('503: a rebuild while NATS is away changes nothing', async () => {
  const accounts = await bootAccounts({ natsUrl: 'nats://127.0.0.1:1' })
  const { db } = accounts.deps
  await db.sql`insert into job_copy values (1, 1, 'Draft', 'Baker', null, 1)`
  await db.sql`insert into inbox (consumer, event_id) values ('accounts_metric_job', 'an-event')`
  const answer = await accounts.admin.post('/admin/v1/metrics/rebuild', { fromScratch: true })
  expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
  expect((await countAll(db.sql, 1, new Date())).jobs).toEqual({ Draft: 1 })
  expect(await db.sql`select 1 from inbox`).toHaveLength(1)
  expect(await db.sql`select 1 from audit`).toHaveLength(0)
  await accounts.stop()
}, 60_000)
