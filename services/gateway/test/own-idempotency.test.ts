import { randomUUID } from 'node:crypto'
import { jobCreated } from '@jobboard/contracts/jobs/events'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'

let net: Network
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs', 'pipeline'] })
})
afterAll(() => net.stop())

const post = (path: string, body: unknown, key: string) =>
  net.admin.post(path, body, { 'idempotency-key': key })
const isReplayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed')
const auditRows = async (action: string): Promise<number> => {
  const { body } = await net.admin.get('/admin/v1/audit?pageSize=100')
  return body.items.filter((row: { action: string }) => row.action === action).length
}

test('202: a repeated start of a resync with one Idempotency-Key starts none, also after its end', async () => {
  const start = (key: string) => post('/admin/v1/resync', { service: 'jobs' }, key)
  // A resync of a new stream waits 15 s for its consumers; here only its end counts.
  const end = () => net.services.jobs.deps.db.sql`update resync set finished_at = now()`
  const first = await start('a')
  expect([first.status, first.body, isReplayed(first)]).toEqual([202, { resyncId: 'jobs-1' }, null])
  const responses = [await start('a')]
  await end()
  responses.push(await start('a'))
  for (const repeated of responses) {
    expect([repeated.status, repeated.body, isReplayed(repeated)]).toEqual([
      202,
      { resyncId: 'jobs-1' },
      'true',
    ])
  }
  expect((await start('b')).body).toEqual({ resyncId: 'jobs-2' })
  // Another key while one runs.
  const { resyncId } = (await start('c')).body
  await end()
  expect((await start('c')).body).toEqual({ resyncId })
})

test('202: a repeated start of a replay with one Idempotency-Key starts none; 422 for another time', async () => {
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const start = (from: string, key: string) =>
    post('/admin/v1/events/replay', { service: 'jobs', since: from }, key)
  const first = await start(since, 'a')
  const repeated = await start(since, 'a')
  expect([repeated.status, repeated.body, isReplayed(repeated)]).toEqual([202, first.body, 'true'])
  const other = await start(new Date().toISOString(), 'a')
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  expect((await start(since, 'b')).body).not.toEqual(first.body)
  await eventually('the audit rows', async () => (await auditRows('replay-events')) === 2)
})

test('a dead letter that is dropped or retried again with one Idempotency-Key gets the first response', async () => {
  const path = (number: number, action = '') =>
    `/admin/v1/events/dead-letters/pipeline-${number}${action && `/${action}`}`
  const dropped = await addDeadLetter()
  const drop = () => net.admin.delete(path(dropped), { 'idempotency-key': 'a' })
  expect([(await drop()).status, (await drop()).status]).toEqual([204, 204])
  expect((await net.admin.delete(path(dropped))).status).toBe(404)
  const retried = await addDeadLetter()
  const first = await post(path(retried, 'retry'), undefined, 'a')
  const repeated = await post(path(retried, 'retry'), undefined, 'a')
  expect([repeated.status, repeated.body, isReplayed(repeated)]).toEqual([202, first.body, 'true'])
  await eventually('the audit rows', async () => (await auditRows('retry-dead-letter')) === 1)
})

test('400: an Idempotency-Key of 256 characters', async () => {
  const response = await post('/admin/v1/resync', { service: 'jobs' }, 'k'.repeat(256))
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(response.body.message).toContain('Idempotency-Key')
})

/** Stores a dead letter of pipeline whose event can be handled; returns its number. */
async function addDeadLetter(): Promise<number> {
  const facts = {
    jobId: 1,
    employerId: 7,
    status: 'Draft',
    title: 'Keeper',
    screeningQuestions: [],
    version: 1,
  }
  const absent = ['reference', 'description', 'city', 'country', 'employmentType', 'remoteType']
  const data = {
    ...facts,
    ...Object.fromEntries([...absent, 'postedDate', 'expiryDate'].map((name) => [name, null])),
  }
  const [row] = await net.services.pipeline.deps.db.sql<{ id: number }>`
    insert into dead_letter (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, error,
      attempts)
    values ('pipeline_job', ${randomUUID()}, ${jobCreated.subject}, '1', 1, '2030-01-31T12:00:00.000Z',
      ${JSON.stringify(data)}, 'Error: cannot', 8)
    returning id`
  return row!.id
}
