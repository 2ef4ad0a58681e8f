import { stateOwners } from '@jobboard/contracts/services'
import { stateStreamName } from '@jobboard/events/nats/topology'
import { eventually } from '@jobboard/testkit/eventually'
import { randomRuns, randomSeed } from '@jobboard/testkit/random-runs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Copies, copiesOf } from './support/copies.ts'
import { copyDifferences } from './support/copy-differences.ts'
import { bootMetricsServices, type MetricsServices } from './support/metrics-services.ts'
import { createRandomActivity } from './support/random-activity.ts'

const SEED = randomSeed()

let services: MetricsServices
let copies: Copies
beforeAll(async () => {
  // In place of the time that consumers have for their durables, the test waits for these.
  services = await bootMetricsServices({ RESYNC_SETTLE_MS: '0' })
  copies = copiesOf(services)
  await copies.durablesExist()
})
afterAll(() => services?.stop())

test(`every copy that was wiped equals its owner after a resync, and no event is published (seed ${SEED})`, async () => {
  const activity = await createRandomActivity(services, SEED)
  await activity.run(randomRuns(200))
  await copies.areEqual()
  const metrics = await Promise.all(activity.employers.map((id) => services.matchingMetrics(id)))

  const events: string[] = []
  const { nc } = services.net.services.jobs.deps.bus
  const subscription = nc.subscribe('evt.>', { callback: (_error, { subject }) => void events.push(subject) })
  await copies.wipe()
  expect((await copyDifferences(copies.sqlOf)).length).toBeGreaterThan(8)
  await copies.resyncAll()
  await copies.areEqual()
  expect(await Promise.all(activity.employers.map((id) => services.metrics(id)))).toEqual(metrics)
  subscription.unsubscribe()
  // The audit rows of the resyncs, and the activity of candidates, which is stored a second later (D-42).
  const expected = /audit\.recorded|candidate\.profile/
  expect(events.filter((subject) => !expected.test(subject))).toEqual([])
}, 180_000)

test('a resync of current copies writes no row', async () => {
  const rowVersions = async () => [
    await copies.sqlOf('candidate')`select xmin::text, xmax::text, ctid::text from job_copy order by job_id`,
    await copies.sqlOf(
      'candidate',
    )`select xmin::text, xmax::text, ctid::text from employer_copy order by employer_id`,
    await copies.sqlOf('candidate')`select xmin::text, xmax::text, ctid::text from application order by id`,
    await copies.sqlOf('pipeline')`select xmin::text, xmax::text, ctid::text from application order by id`,
    await copies.sqlOf('search')`select xmin::text, xmax::text, ctid::text from candidate order by id`,
    await copies.sqlOf(
      'search',
    )`select xmin::text, xmax::text, ctid::text from candidate_document_2 order by candidate_id`,
    await copies.sqlOf('accounts')`select xmin::text, xmax::text, ctid::text from job_copy order by job_id`,
    await copies.sqlOf(
      'accounts',
    )`select xmin::text, xmax::text, ctid::text from application_copy order by application_id`,
    await copies.sqlOf(
      'accounts',
    )`select xmin::text, xmax::text, ctid::text from application_stay order by application_id, version`,
  ]
  const before = await rowVersions()
  const inboxRows = () => copies.sqlOf('accounts')`select 1 from inbox where consumer like '%state'`
  await copies.resyncAll()
  await eventually('the streams of states are empty', async () => {
    const { jsm } = services.net.services.jobs.deps.bus
    const infos = await Promise.all(stateOwners.map((name) => jsm.streams.info(stateStreamName(name))))
    return infos.every(({ state }) => state.messages === 0)
  })
  expect(await rowVersions()).toEqual(before)
  expect(await inboxRows()).toEqual([])
})

test(`20 writers during wipes and resyncs: every copy equals its owner (seed ${SEED})`, async () => {
  const activity = await createRandomActivity(services, SEED + 1)
  let running = true
  const resyncing = async () => {
    for (let round = 0; running || round < 2; round++) {
      if (round < 2) await copies.wipe(true)
      await copies.resyncAll()
    }
  }
  const done = resyncing()
  await Promise.all(Array.from({ length: 20 }, () => activity.run(randomRuns(20)))).finally(() => {
    running = false
    return done
  })
  await copies.areEqual()
}, 240_000)
