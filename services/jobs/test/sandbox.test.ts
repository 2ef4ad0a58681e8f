import { getWritten } from '@jobboard/service/http/sandbox-bytes-store'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootMeJobs, type MeJobs } from './support/me-jobs.ts'
import { bootJobs, complete, DAY_MS } from './support/setup.ts'

const [A, B] = [901, 902]
const LINKED = { headers: { accept: 'application/ld+json' } }

let jobs: MeJobs
let other: Awaited<ReturnType<typeof bootJobs>>
beforeAll(async () => {
  jobs = await bootMeJobs({ env: { DATABASE_POOL: '10' } })
  other = await bootJobs({ databaseUrl: jobs.databaseUrl, natsUrl: jobs.natsUrl })
  await jobs.deps.db.sql`
    insert into employer_copy (employer_id, name, version) values (${A}, 'Sandbox A', 1), (${B}, 'Sandbox B', 1)`
})
afterAll(async () => {
  await other.stop()
  await jobs.stop()
})

const recruiterOf = (sandboxId: number, at = jobs as Pick<MeJobs, 'as'>) =>
  at.as({ kind: 'recruiter', employerId: sandboxId, userId: 1, keyId: 5, scopes: [], sandboxId })
const candidateOf = (sandboxId: number) =>
  jobs.as({ kind: 'candidate', candidateId: 7, keyId: 6, scopes: [], sandboxId })

async function publishIn(sandboxId: number, fields: object = {}): Promise<number> {
  const recruiter = recruiterOf(sandboxId)
  const { body } = await recruiter.post('/api/v1/jobs', { ...complete, ...fields })
  await jobs.grant(sandboxId, 1)
  const published = await recruiter.post(`/api/v1/jobs/${body.id}/publish`, { expiryDate: jobs.inMs(DAY_MS) })
  expect(published.status).toBe(200)
  return body.id
}

const ids = (body: { items: { id: number }[] }) => body.items.map(({ id }) => id)
const linkedIds = (body: { itemListElement: { item: { identifier: { value: string } } }[] }) =>
  body.itemListElement.map(({ item }) => Number(item.identifier.value))

test('the list of jobs, JSON-LD, a search and one job show each world its own jobs alone (P-910)', async () => {
  const live = await jobs.publish({ title: 'Lantern keeper' })
  const [inA, inB] = [
    await publishIn(A, { title: 'Lantern keeper' }),
    await publishIn(B, { title: 'Lantern keeper' }),
  ]
  await jobs.settled()
  const worlds = [
    { id: live, candidate: jobs.candidate },
    { id: inA, candidate: candidateOf(A) },
    { id: inB, candidate: candidateOf(B) },
  ]
  for (const { id, candidate } of worlds) {
    for (const query of [
      '',
      '?query=lantern',
      '?city=bergen&remoteType=OnSite',
      '?query=lantern&country=NO',
    ]) {
      expect(ids((await candidate.get(`/api/v1/me/jobs${query}`)).body)).toEqual([id])
      expect(linkedIds((await candidate.get(`/api/v1/me/jobs${query}`, LINKED)).body)).toEqual([id])
    }
    for (const one of worlds) {
      for (const headers of [{}, LINKED]) {
        const response = await candidate.get(`/api/v1/me/jobs/${one.id}`, headers)
        expect(response.status).toBe(one.id === id ? 200 : 404)
        if (one.id !== id)
          expect(response.text).toBe((await candidate.get('/api/v1/me/jobs/2147483647', headers)).text)
      }
    }
  }
})

test('no job of a sandbox is in the list of live jobs or waits for it (P-910)', async () => {
  const { sql } = jobs.deps.db
  await sql`create table queued_job as select job_id from active_job_queue`
  await sql`
    create function note_queued() returns trigger language plpgsql as
    $$ begin insert into queued_job values (new.job_id); return null; end $$`
  await sql`
    create trigger note_queued after insert on active_job_queue for each row execute function note_queued()`
  const [id, ended] = [await publishIn(A), await publishIn(A)]
  await recruiterOf(A).put(`/api/v1/jobs/${id}`, { title: 'Another title' })
  await recruiterOf(A).post(`/api/v1/sandbox/jobs/${ended}/expire`)
  await recruiterOf(A).delete(`/api/v1/jobs/${ended}`)
  const live = await jobs.publish()
  await jobs.settled()
  expect(await sql`select job_id from queued_job`).toEqual([{ jobId: live }])
  expect(await sql`select job_id from active_job where job_id in (${id}, ${ended})`).toEqual([])
})

test('filters, words and cursors find in a sandbox what they find among live jobs', async () => {
  const sandboxId = 903
  await jobs.deps.db.sql`insert into employer_copy (employer_id, name, version) values (${sandboxId}, 'C', 1)`
  const postings = [
    { title: 'Zzwelder', city: 'Malmö', country: 'SE', description: 'Steel, TIG and MIG' },
    {
      title: 'Zzwelder, night',
      city: 'malmo',
      country: 'SE',
      description: 'Aluminium',
      remoteType: 'HybridRemote',
    },
    { title: 'Zzbaker', city: 'Paris', country: 'FR', description: 'Pain au levain, zzwelder no' },
    {
      title: 'Zzbaker and welder',
      city: 'Gdańsk',
      country: 'PL',
      employmentType: 'PartTime',
      description: 'C++ chleb',
    },
  ]
  const title = new Map<number, string>()
  for (const one of postings) {
    title.set(await jobs.publish(one), one.title)
    title.set(await publishIn(sandboxId, one), one.title)
  }
  await jobs.settled()
  const titlesFor = async (candidate: typeof jobs.candidate, query: string) => {
    const titles: (string | undefined)[] = []
    let next = `/api/v1/me/jobs?limit=1&${query}`
    for (;;) {
      const { status, body } = await candidate.get(next)
      if (status !== 200) return body
      titles.push(...ids(body).map((id) => title.get(id)))
      if (body.nextCursor === null) return titles
      next = `/api/v1/me/jobs?limit=1&${query}&cursor=${body.nextCursor}`
    }
  }
  for (const query of [
    'query=zzwelder',
    'query=zzwelder AND NOT zzbaker',
    'query=zzbaker OR aluminium',
    'query=(zzwelder OR zzbaker) AND C%2B%2B',
    'query=zzbaker&country=PL&employmentType=PartTime',
    'city=MALM%C3%96',
    'query=zzwelder&remoteType=HybridRemote',
    'query=zz*',
    'query=zzwelder AND',
    'query=nothing-of-this',
  ]) {
    const found = await titlesFor(candidateOf(sandboxId), query)
    expect(found, query).toEqual(await titlesFor(jobs.candidate, query))
  }
  expect(await titlesFor(candidateOf(sandboxId), 'query=zzwelder')).toEqual([
    'Zzbaker',
    'Zzwelder, night',
    'Zzwelder',
  ])
})

test('a job, its duplicate, their facts and their events name the sandbox; those of a live job have no such field (P-910)', async () => {
  const id = await publishIn(A)
  const copy = (await recruiterOf(A).post(`/api/v1/jobs/${id}/duplicate`)).body.id
  const live = await jobs.createDraft(1)
  for (const one of [id, copy]) {
    expect((await jobs.internal.get(`/internal/v1/jobs/${one}`)).body.sandboxId).toBe(A)
  }
  expect((await jobs.internal.get(`/internal/v1/jobs/${live}`)).body).not.toHaveProperty('sandboxId')
  const worlds = await jobs.deps.db.sql`
    select distinct aggregate_id, payload::jsonb ->> 'sandboxId' as world, payload::jsonb ? 'sandboxId' as names
    from outbox where aggregate_id = any(${[id, copy, live].map(String)}) and subject like 'evt.jobs.job.%' order by names desc, aggregate_id`
  expect(worlds).toEqual([
    { aggregateId: String(id), world: String(A), names: true },
    { aggregateId: String(copy), world: String(A), names: true },
    { aggregateId: String(live), world: null, names: false },
  ])
})

test('409 limit_reached: job 201 of a sandbox, exactly, whatever arrives at once on two replicas (P-911)', async () => {
  const sandboxId = 904
  await jobs.deps.db.sql`
    insert into job (employer_id, sandbox_id, status, title, created_at, updated_at, version)
    select ${sandboxId}, ${sandboxId}, 'Closed', 'Old', now(), now(), 1 from generate_series(1, 194)`
  const source = (await recruiterOf(sandboxId).post('/api/v1/jobs', complete)).body.id
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, i) => {
      const recruiter = recruiterOf(sandboxId, i % 2 ? jobs : other)
      return i % 3
        ? recruiter.post('/api/v1/jobs', complete)
        : recruiter.post(`/api/v1/jobs/${source}/duplicate`)
    }),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(5)
  const refused = responses.filter(({ status }) => status !== 201)
  for (const { status, body } of refused) {
    expect([status, body.code, body.message]).toEqual([
      409,
      'limit_reached',
      'This sandbox has 200 jobs, the limit is 200; reset it with POST /api/v1/sandbox/reset.',
    ])
  }
  expect((await jobs.internal.get(`/internal/v1/sandboxes/${sandboxId}/job-counts`)).body).toEqual({
    jobs: 200,
  })
  expect((await recruiterOf(A).post('/api/v1/jobs', complete)).status).toBe(201)
})

test('what a sandbox writes counts with its events and their copies (P-914)', async () => {
  const sandboxId = 905
  const created = await recruiterOf(sandboxId).post('/api/v1/jobs', {
    ...complete,
    description: 'x'.repeat(9_000),
  })
  const written = () => getWritten(jobs.deps.db.sql, sandboxId)
  const before = await written()
  expect(before).toBeGreaterThan(4 * 9_000)
  // Its body is small, the event that it causes is not.
  await recruiterOf(sandboxId).post(`/api/v1/jobs/${created.body.id}/duplicate`)
  expect((await written()) - before).toBeGreaterThan(3 * 9_000)
})

test('200: expire ends a job as its expiryDate does, with job.expired and an audit row (D-25, P-912)', async () => {
  const id = await publishIn(A)
  const path = `/api/v1/sandbox/jobs/${id}/expire`
  const foreign = await recruiterOf(B).post(path)
  const missing = await recruiterOf(B).post('/api/v1/sandbox/jobs/2147483647/expire')
  expect([foreign.status, foreign.text]).toEqual([404, missing.text])
  const { status, body } = await recruiterOf(A).post(path)
  expect([status, body.status, body.updatedAt]).toEqual([200, 'Expired', body.expiryDate])
  expect((await recruiterOf(A).get(`/api/v1/jobs/${id}`)).body).toEqual(body)
  expect((await candidateOf(A).get(`/api/v1/me/jobs/${id}`)).status).toBe(404)
  expect(await jobs.eventTypes(id)).toEqual(['job.created', 'job.published', 'job.expired'])
  const again = await recruiterOf(A).post(path)
  expect([again.status, again.body.code, again.body.message]).toEqual([
    400,
    'invalid_state',
    'The job is Expired; only an Active job can expire.',
  ])
  const draft = (await recruiterOf(A).post('/api/v1/jobs', complete)).body.id
  expect((await recruiterOf(A).post(`/api/v1/sandbox/jobs/${draft}/expire`)).body.message).toContain(
    'is Draft',
  )
  const audited = await eventually('the audit row', async () => {
    const rows = await jobs.deps.db.sql<{ payload: Record<string, unknown> }>`
      select payload from outbox where subject like 'evt.jobs.audit.%' and payload::jsonb ->> 'action' = 'expire-job'
        and payload::jsonb ->> 'object' = ${`job ${id}`}`
    return rows.length === 1 && rows[0]!.payload
  })
  expect(audited).toMatchObject({ actor: 'key 5', employerId: A })
})

test('404: a live key expires no job of its own by the helper, and says which key can (P-912)', async () => {
  const id = await jobs.createActive(1)
  const response = await jobs.recruiter(1).post(`/api/v1/sandbox/jobs/${id}/expire`)
  expect([response.status, response.body.message]).toEqual([
    404,
    'Only a key of a sandbox, which begins with pk_test_, can call this; this key is live.',
  ])
  expect((await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body.status).toBe('Active')
})
