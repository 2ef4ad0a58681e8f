import type { EmployerMetrics } from '@jobboard/contracts/employers/employers'
import { eventually } from '@jobboard/testkit/eventually'
import { lockWait } from '@jobboard/testkit/lock-wait'
import { randomRuns, randomSeed } from '@jobboard/testkit/random-runs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countForEmployer, saveApplicationState, saveJob, saveStatusEntries } from '../src/metrics/store.ts'
import { type Accounts, bootAccounts } from './support/boot-accounts.ts'
import { bootMetricsServices, type MetricsServices } from './support/metrics-services.ts'
import { createRandomActivity } from './support/random-activity.ts'
import { seededRandom } from './support/seeded-random.ts'

let services: MetricsServices
/** Alone, so that the copies are what a test stores. */
let accounts: Accounts
beforeAll(async () => {
  ;[services, accounts] = await Promise.all([bootMetricsServices(), bootAccounts()])
})
afterAll(() => Promise.all([services?.stop(), accounts?.stop()]))

const SEED = randomSeed()
const STEPS = randomRuns(300)

test(`after random activity the metrics of each employer equal the rows of the owning services (seed ${SEED})`, async () => {
  const activity = await createRandomActivity(services, SEED)
  await activity.run(STEPS)

  const { employers } = activity
  const metrics = await Promise.all(employers.map((id) => services.matchingMetrics(id)))
  for (const { newestJobs } of metrics) expect(newestJobs.length).toBeGreaterThan(0)
  expect(activity.applications.length).toBeGreaterThan(STEPS / 25)
  expect(activity.reversals()).toBeGreaterThan(0)
  expect(metrics[0]).not.toEqual(metrics[1])

  // A rebuild changes no current row and restores every missing one.
  for (const areCopiesDeleted of [false, true]) {
    if (areCopiesDeleted) await services.deleteCopies()
    await services.rebuild()
    await eventually('the same metrics', async () => {
      const again = await Promise.all(employers.map((id) => services.metrics(id)))
      return JSON.stringify(again) === JSON.stringify(metrics)
    })
  }
})

test(`rebuilds and lost copies during random activity: the metrics are correct after the last rebuild (seed ${SEED})`, async () => {
  const activity = await createRandomActivity(services, SEED + 1)
  let running = true
  let rebuilds = 0
  const rebuilding = async () => {
    for (; running; rebuilds++) {
      if (rebuilds % 2 === 1) await services.deleteCopies()
      await services.rebuild()
    }
  }
  const done = rebuilding()
  const acting = async () => {
    do await activity.run(randomRuns(100))
    while (rebuilds < 4)
  }
  await acting().finally(() => {
    running = false
    return done
  })
  for (const id of activity.employers) await services.matchingMetrics(id)
})

test('unlocks count for 30 days; credits are null while their owner is down', async () => {
  const employer = await services.newEmployer()
  const [candidate] = await services.newCandidates(1)
  await services.unlock(employer, candidate!)
  await services.unlock(employer, candidate!)
  const unlocks = (count: number) =>
    eventually(`${count} unlocks`, async () => (await services.metrics(employer)).unlocksLast30Days === count)
  await unlocks(1)
  await services.advance(30 * 86_400_000)
  await unlocks(0)
  await services.unlock(employer, candidate!)
  await unlocks(1)
  const { credits } = await services.metrics(employer)
  expect(credits).toEqual({ JobPosting: 1_000, CvSearch: 0, CvDownload: 998 })
  await services.stopService('jobs')
  const down = await services.metrics(employer)
  expect(down.credits).toEqual({ ...credits, JobPosting: null })
  expect(down.unlocksLast30Days).toBe(1)
})

test('status entries in any order and delivered twice give the same status, furthest stage and stays', async () => {
  const { db } = accounts.deps
  const history = ['New', 'Interviewing', 'Rejected', 'New', 'Offered', 'Withdrawn', 'New'] as const
  const at = (version: number) => new Date(Date.UTC(2030, 0, 1) + version ** 2 * 1_000).toISOString()
  const { below } = seededRandom(SEED)
  const results: unknown[] = []
  for (let employerId = 1; employerId <= 12; employerId++) {
    const entries = [...history, ...history].map((status, i) => ({
      applicationId: employerId,
      employerId,
      jobId: 1,
      status,
      version: (i % history.length) + 1,
      at: at((i % history.length) + 1),
    }))
    // In order, in reverse order, concurrently, three times shuffled, and six times shuffled with four in a transaction.
    const order =
      [entries, entries.toReversed(), entries][employerId - 1] ?? entries.toSorted(() => below(3) - 1)
    const save = (...some: typeof entries) => db.tx((sql) => saveStatusEntries(sql, some))
    if (employerId === 3) await Promise.all(order.map((entry) => save(entry)))
    else if (employerId > 6) for (let i = 0; i < order.length; i += 4) await save(...order.slice(i, i + 4))
    else for (const entry of order) await save(entry)
    results.push(await countForEmployer(db.sql, employerId, new Date()))
  }
  expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
  expect(results[0]).toMatchObject({
    applications: { New: 1 },
    stages: { 2: 1 },
    medianSeconds: { New: 6, Interviewing: 5, Rejected: 7, Offered: 11, Withdrawn: 13 },
  })
})

test('a state that is older than the copy adds the stays that the copy lost', async () => {
  const { db } = accounts.deps
  const application = { applicationId: 120, employerId: 25, jobId: 1 }
  const entry = { ...application, status: 'Screened' as const, version: 2, at: '2030-01-01T00:00:05Z' }
  await db.tx((sql) => saveStatusEntries(sql, [entry]))
  const at = '2030-01-01T00:00:00Z'
  const state = {
    ...{ ...application, status: 'New' as const, version: 1, reachedStatuses: ['New' as const] },
    changes: [{ version: 1, status: 'New' as const, at }],
  } as Parameters<typeof saveApplicationState>[1]
  await db.tx((sql) => saveApplicationState(sql, state))
  expect(
    await db.sql`select version, status, left_at from application_stay where application_id = 120 order by version`,
  ).toEqual([
    { version: 1, status: 'New', leftAt: new Date(entry.at) },
    { version: 2, status: 'Screened', leftAt: null },
  ])
})

test('copies of applications are locked in the order of their ids, whatever the order of arrival is: no deadlock', async () => {
  const { db } = accounts.deps
  const entries = Array.from({ length: 10 }, (_, i) => ({
    ...{ applicationId: 110 - i, employerId: 21, jobId: 1, status: 'New' as const, version: 1 },
    at: '2030-01-01T00:00:00Z',
  }))
  const saveTogether = () => db.tx((sql) => saveStatusEntries(sql, entries))
  await saveTogether()
  let together: Promise<void> | undefined
  await db.tx(async (sql) => {
    await sql`select from application_copy where application_id = 101 for update`
    together = saveTogether()
    await lockWait(db.sql)
    expect(
      await sql`
      select from application_copy where employer_id = 21 for update skip locked`,
    ).toHaveLength(10)
  })
  await together
})

test('an older version of a job never replaces a newer one; an Active job past its expiryDate is Expired', async () => {
  const { db } = accounts.deps
  const job = { jobId: 1, employerId: 22, expiryDate: '2099-01-01T00:00:00Z', screeningQuestions: [] }
  const rest = { reference: null, description: null, city: null, country: null, postedDate: null }
  const versions = (['Draft', 'Active', 'Closed'] as const).map((status, i) => ({
    ...{ ...job, ...rest, employmentType: null, remoteType: null },
    ...{ status, title: status, version: i + 1 },
  }))
  await db.tx((sql) => saveJob(sql, versions[1]!))
  expect((await countForEmployer(db.sql, 22, new Date())).jobs).toEqual({ Active: 1 })
  const late = await countForEmployer(db.sql, 22, new Date('2099-01-01T00:00:00Z'))
  expect(late).toMatchObject({ jobs: { Expired: 1 }, newestJobs: [{ status: 'Expired' }] })
  for (const i of [0, 2, 1, 0]) await db.tx((sql) => saveJob(sql, versions[i]!))
  const { jobs, newestJobs } = await countForEmployer(db.sql, 22, new Date())
  expect(jobs).toEqual({ Closed: 1 })
  expect(newestJobs).toMatchObject([{ jobId: 1, title: 'Closed' }])
})

test('200: an employer without jobs has zeros, and null for shares and medians', async () => {
  const { body } = await accounts.recruiter(23).get<EmployerMetrics>('/api/v1/employer/metrics')
  expect(body.jobs).toEqual({ Draft: 0, Active: 0, Closed: 0, Expired: 0 })
  expect(body.conversion).toEqual({ Interviewing: null, Offered: null, Hired: null })
  expect(body.medianSecondsInStatus.New).toBeNull()
  expect(body).toMatchObject({ newestJobs: [], unlocksLast30Days: 0, applications: { total: 0 } })
})

test('503: a rebuild while NATS is down changes nothing', async () => {
  const accounts = await bootAccounts({ natsUrl: 'nats://127.0.0.1:1' })
  const { db } = accounts.deps
  await db.sql`insert into job_copy values (1, 1, 'Draft', 'Baker', null, 1)`
  await db.sql`insert into inbox (consumer, event_id) values ('accounts_metric_job', 'an-event')`
  const response = await accounts.admin.post('/admin/v1/metrics/rebuild', {})
  expect([response.status, response.body.code]).toEqual([503, 'unavailable'])
  expect((await countForEmployer(db.sql, 1, new Date())).jobs).toEqual({ Draft: 1 })
  expect(await db.sql`select 1 from inbox`).toHaveLength(1)
  expect(await db.sql`select 1 from audit`).toHaveLength(0)
  await accounts.stop()
})
