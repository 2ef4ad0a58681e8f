import { randomUUID } from 'node:crypto'
import { jobCreated } from '@jobboard/contracts/jobs/events'
import type { Db } from '@jobboard/db/db'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let net: Network
let stopped = false
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs', 'pipeline', 'candidate'] })
})
afterAll(() => net.stop())
beforeEach(async () => {
  for (const name of ['pipeline', 'candidate'] as const) {
    if (name === 'candidate' && stopped) continue
    await db(name).sql`truncate dead_letter`
  }
})

const PATH = '/admin/v1/events/dead-letters'
const db = (name: 'pipeline' | 'candidate'): Db => net.services[name].deps.db

const jobFacts = (jobId: number) => ({
  jobId,
  employerId: 7,
  status: 'Draft',
  title: 'Keeper',
  reference: null,
  description: null,
  city: null,
  country: null,
  employmentType: null,
  remoteType: null,
  postedDate: null,
  expiryDate: null,
  screeningQuestions: [],
  version: 1,
})

/** Stores a dead letter as a consumer of job events does; returns its id. */
async function addDeadLetter(
  name: 'pipeline' | 'candidate',
  { payload = jobFacts(1) as object, secondsAgo = 0, consumer = `${name}_job` } = {},
): Promise<string> {
  const eventId = randomUUID()
  await db(name).sql`insert into inbox (consumer, event_id) values (${consumer}, ${eventId})`
  const [row] = await db(name).sql<{ id: number }>`
    insert into dead_letter (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, error,
      attempts, parked_at)
    values (${consumer}, ${eventId}, ${jobCreated.subject}, '1', 1, '2030-01-31T12:00:00.000Z',
      ${JSON.stringify(payload)}, 'Error: cannot', 8, now() - make_interval(secs => ${secondsAgo}))
    returning id`
  return `${name}-${row!.id}`
}

const auditOf = (id: string) =>
  eventually('an audit row', async () => {
    const { body } = await net.admin.get('/admin/v1/audit')
    return body.items.find(({ object }: { object: string }) => object === `dead-letter ${id}`)
  })

test('200: the dead letters of all services, newest first, paged over the merged list', async () => {
  const ids = [
    await addDeadLetter('pipeline', { secondsAgo: 30 }),
    await addDeadLetter('candidate', { secondsAgo: 20 }),
    await addDeadLetter('pipeline', { secondsAgo: 10 }),
  ].reverse()
  const { status, body } = await net.admin.get(PATH)
  expect(status).toBe(200)
  expect(body).toMatchObject({ total: 3, page: 1, pageSize: 50, unavailable: [] })
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual(ids)
  expect(body.items[1]).toEqual({
    id: ids[1],
    service: 'candidate',
    consumer: 'candidate_job',
    subject: jobCreated.subject,
    error: 'Error: cannot',
    attempts: 8,
    firstFailedAt: expect.any(String),
    lastFailedAt: expect.any(String),
  })
  const second = await net.admin.get(`${PATH}?page=2&pageSize=2`)
  expect(second.body).toMatchObject({ total: 3, items: [{ id: ids[2] }] })
  const one = await net.admin.get(`${PATH}?service=pipeline&page=2&pageSize=1`)
  expect(one.body).toMatchObject({ total: 2, items: [{ id: ids[2] }] })
})

test('200: one dead letter with the identity of its event, without its payload', async () => {
  const id = await addDeadLetter('pipeline', { payload: { name: 'Ada Lovelace' } })
  const { status, body, text } = await net.admin.get(`${PATH}/${id}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ id, aggregateId: '1', aggregateVersion: 1, eventId: expect.any(String) })
  expect(text).not.toContain('Lovelace')
})

test('202: a retry handles the event, deletes the dead letter and is audited; a second one is 404', async () => {
  const id = await addDeadLetter('pipeline', { payload: jobFacts(41) })
  const responses = await Promise.all([1, 2, 3].map(() => net.admin.post(`${PATH}/${id}/retry`)))
  expect(responses.map(({ status }) => status).sort()).toEqual([202, 404, 404])
  expect(await db('pipeline').sql`select employer_id from job_owner where job_id = 41`).toEqual([
    { employerId: 7 },
  ])
  expect((await net.admin.get(PATH)).body.total).toBe(0)
  expect(await auditOf(id)).toMatchObject({
    actor: 'operator',
    action: 'retry-dead-letter',
    service: 'pipeline',
  })
})

test('400: a retry that fails again leaves the dead letter with the new error, without personal data (P-70)', async () => {
  const id = await addDeadLetter('pipeline', { payload: { ...jobFacts(42), employerId: 'Ada Lovelace' } })
  const { status, body } = await net.admin.post(`${PATH}/${id}/retry`)
  expect(status).toBe(400)
  expect(body.code).toBe('invalid_state')
  expect(body.message).toContain('employerId invalid_type')
  const { body: letter } = await net.admin.get(`${PATH}/${id}`)
  expect(letter).toMatchObject({ attempts: 9, error: expect.stringContaining('employerId invalid_type') })
  expect(body.message + letter.error).not.toContain('Lovelace')
  expect((await auditOf(id)).after).toMatchObject({ attempts: 9 })
})

test('204: a dropped dead letter is gone, its event never takes effect, and the drop is audited', async () => {
  const id = await addDeadLetter('candidate')
  expect((await net.admin.delete(`${PATH}/${id}`)).status).toBe(204)
  expect((await net.admin.delete(`${PATH}/${id}`)).status).toBe(404)
  expect(await db('candidate').sql`select 1 from dead_letter`).toEqual([])
  expect(await auditOf(id)).toMatchObject({ action: 'drop-dead-letter', before: { attempts: 8 } })
})

test('404: ids of no dead letter; 400: a wrong page or service', async () => {
  for (const id of ['pipeline-99', 'pipeline-0', 'pipeline-99999999999', 'other-1', 'pipeline', '1', '%20']) {
    for (const call of [net.admin.get(`${PATH}/${id}`), net.admin.post(`${PATH}/${id}/retry`)]) {
      expect([id, (await call).status]).toEqual([id, 404])
    }
  }
  expect((await net.admin.get(`${PATH}?service=other`)).status).toBe(400)
  expect((await net.admin.get(`${PATH}?page=0`)).status).toBe(400)
  expect((await net.admin.get(`${PATH}?page=101&pageSize=100`)).body.message).toContain('?service=')
})

test('a service that is down: named in the list of all, 503 when it is asked for', async () => {
  const id = await addDeadLetter('pipeline')
  await net.services.candidate.stop()
  stopped = true
  net.services.candidate.stop = async () => {}
  const { status, body } = await net.admin.get(PATH)
  expect(status).toBe(200)
  expect(body).toMatchObject({ total: 1, items: [{ id }], unavailable: ['candidate'] })
  const asked = await net.admin.get(`${PATH}?service=candidate`)
  expect(asked.status).toBe(503)
  expect(asked.body.message).toContain('The candidate service')
})
