import { copyDifferences } from '@jobboard/testkit/copy-differences'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootMetricsServices, type MetricsServices } from './support/metrics-services.ts'
import { createRandomActivity } from './support/random-activity.ts'

const OWNERS = ['jobs', 'candidate', 'pipeline', 'search', 'accounts'] as const
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000)

let services: MetricsServices
beforeAll(async () => {
  services = await bootMetricsServices()
}, 60_000)
afterAll(() => services?.stop())

const dbOf = (name: (typeof OWNERS)[number]) => services.net.services[name].deps.db
const sqlOf = (name: (typeof OWNERS)[number]) => dbOf(name).sql

/** Resolves when every copy equals its owner. */
async function copiesEqual(): Promise<void> {
  let lines: string[] = []
  await eventually(
    'every copy equals its owner',
    async () => {
      lines = await copyDifferences(sqlOf)
      return lines.length === 0
    },
    60_000,
    200,
  ).catch((error) => {
    throw new Error(`${error}\n${lines.join('\n')}`)
  })
}

/** While others write, copies that a request depends on are left alone: it would be 404 or 503 without them. */
async function wipeCopies(areOthersWriting = false): Promise<void> {
  await services.deleteCopies()
  await dbOf('candidate').sql`truncate job_copy`
  if (!areOthersWriting) await dbOf('candidate').sql`truncate employer_copy`
  await dbOf('candidate').sql`update application set status = 'New', version = 1, updated_at = applied_at`
  await dbOf('pipeline').sql`truncate job_owner`
  if (!areOthersWriting) await dbOf('search').sql`truncate candidate cascade`
}

/** Resyncs every service, and waits for the end of all. */
async function resyncAll(): Promise<void> {
  for (const name of OWNERS) await services.resyncEnds(await services.startResync(name))
}

test(`every copy that was wiped equals its owner after a resync, and no event is published (seed ${SEED})`, async () => {
  const activity = await createRandomActivity(services, SEED)
  await activity.run(200)
  await copiesEqual()
  const metrics = await Promise.all(activity.employers.map((id) => services.matchingMetrics(id)))

  const events: string[] = []
  const { nc } = services.net.services.jobs.deps.bus
  const subscription = nc.subscribe('evt.>', { callback: (_error, { subject }) => void events.push(subject) })
  await wipeCopies()
  expect((await copyDifferences(sqlOf)).length).toBeGreaterThan(8)
  await resyncAll()
  await copiesEqual()
  expect(await Promise.all(activity.employers.map((id) => services.metrics(id)))).toEqual(metrics)
  subscription.unsubscribe()
  // The audit rows of the resyncs, and the activity of candidates, which is stored a second later (D-42).
  const expected = /audit\.recorded|candidate\.profile/
  expect(events.filter((subject) => !expected.test(subject))).toEqual([])
}, 180_000)

test('a resync of current copies writes no row', async () => {
  const rowVersions = async () => [
    await dbOf('candidate').sql`select xmin::text, xmax::text, ctid::text from job_copy order by job_id`,
    await dbOf('candidate')
      .sql`select xmin::text, xmax::text, ctid::text from employer_copy order by employer_id`,
    await dbOf('candidate').sql`select xmin::text, xmax::text, ctid::text from application order by id`,
    await dbOf('pipeline').sql`select xmin::text, xmax::text, ctid::text from application order by id`,
    await dbOf('search').sql`select xmin::text, xmax::text, ctid::text from candidate order by id`,
    await dbOf('search')
      .sql`select xmin::text, xmax::text, ctid::text from candidate_document_2 order by candidate_id`,
    await dbOf('accounts').sql`select xmin::text, xmax::text, ctid::text from job_copy order by job_id`,
    await dbOf('accounts')
      .sql`select xmin::text, xmax::text, ctid::text from application_copy order by application_id`,
    await dbOf('accounts')
      .sql`select xmin::text, xmax::text, ctid::text from application_stay order by application_id, version`,
  ]
  const before = await rowVersions()
  const inboxRows = () => dbOf('accounts').sql`select 1 from inbox where consumer like '%state'`
  await resyncAll()
  await eventually('the streams of states are empty', async () => {
    const { jsm } = services.net.services.jobs.deps.bus
    const infos = await Promise.all(OWNERS.map((name) => jsm.streams.info(`STATE_${name.toUpperCase()}`)))
    return infos.every(({ state }) => state.messages === 0)
  })
  expect(await rowVersions()).toEqual(before)
  expect(await inboxRows()).toEqual([])
}, 120_000)

test(`20 writers during wipes and resyncs: every copy equals its owner (seed ${SEED})`, async () => {
  const activity = await createRandomActivity(services, SEED + 1)
  let running = true
  const resyncing = async () => {
    for (let round = 0; running; round++) {
      if (round < 2) await wipeCopies(true)
      await resyncAll()
    }
  }
  const done = resyncing()
  await Promise.all(Array.from({ length: 20 }, () => activity.run(20))).finally(() => {
    running = false
    return done
  })
  await copiesEqual()
}, 240_000)

test('the stream of states is lost during a resync: it starts again and restores every copy', async () => {
  const { jsm } = services.net.services.jobs.deps.bus
  await dbOf('jobs').sql`
    insert into job (employer_id, status, title, created_at, updated_at, version)
    select 77, 'Draft', 'Job ' || n, now(), now(), 1 from generate_series(1, 600) n`
  const id = await services.startResync('jobs')
  await eventually('the first page', async () => {
    const { body } = await services.net.admin.get(`/admin/v1/resync/${id}`)
    return body.done > 0
  })
  const [before] = await dbOf('jobs').sql<{ streamCreated: string }>`
    select stream_created from resync where finished_at is null`
  await jsm.streams.delete('STATE_JOBS')
  await services.resyncEnds(id)
  const [after] = await dbOf('jobs').sql<{ streamCreated: string }>`
    select stream_created from resync order by id desc limit 1`
  // The resync was faster than the deletion, or began again on the new stream.
  if (before) expect(after!.streamCreated).not.toBe(before.streamCreated)
  else await services.resyncEnds(await services.startResync('jobs'))
  await copiesEqual()
}, 180_000)
