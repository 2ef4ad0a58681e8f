import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'

let net: Network
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs'] })
})
afterAll(() => net?.stop())

const start = (body: unknown) => net.admin.post('/admin/v1/resync', body)

// To the end: services/accounts/test/resync.test.ts, and by the command tools/jobboard/test/doctor.long.test.ts.
test('202: the id names the service, the progress is readable until the end, and one audit row exists', async () => {
  const employer = await net.admin.post('/admin/v1/employers', { name: 'Fjord Lamps' })
  expect(employer.status).toBe(201)
  const started = await start({ service: 'accounts' })
  expect([started.status, started.body]).toEqual([202, { resyncId: 'accounts-1' }])
  const progress = { resyncId: 'accounts-1', service: 'accounts', startedAt: expect.any(String), total: 1 }
  const read = async () => (await net.admin.get('/admin/v1/resync/accounts-1')).body
  expect(await read()).toMatchObject(progress)
  // A resync of a new stream waits 15 s for its consumers.
  await net.services.accounts.deps.db.sql`update resync set finished_at = now(), done = 1`
  expect(await read()).toEqual({ ...progress, finishedAt: expect.any(String), done: 1 })
  const { body } = await net.admin.get('/admin/v1/audit')
  const rows = body.items.filter(({ action }: { action: string }) => action === 'start-resync')
  expect(rows).toMatchObject([{ actor: 'operator', object: 'resync accounts-1', service: 'accounts' }])
})

test('400: a service that no other copies from; the message lists those that have copies', async () => {
  for (const service of ['webhook', 'gateway', 'Jobs', '', 5, null, undefined]) {
    const { status, body } = await start({ service })
    expect([status, body.code]).toEqual([400, 'invalid_request'])
    expect(body.message).toContain('must be one of jobs, candidate, pipeline, search, accounts')
  }
})

test('503: a service that this gateway has not; 404: an id that does not exist', async () => {
  expect((await start({ service: 'search' })).status).toBe(503)
  for (const id of ['search-1', 'jobs-999', 'webhook-1', 'jobs-0', 'jobs-', 'jobs', '1', 'jobs-1-1']) {
    expect((await net.admin.get(`/admin/v1/resync/${id}`)).status).toBe(404)
  }
})

test('the resyncs of one service or of all, newest first, in pages; what has none or is down', async () => {
  const { accounts, jobs } = net.services
  await accounts.deps.db
    .sql`update resync set started_at = '2026-01-01T10:00:00Z', finished_at = '2026-01-01T11:00:00Z'`
  await jobs.deps.db.sql`
    insert into resync (started_at, finished_at, done, total)
    values ('2026-01-01T09:00:00Z', '2026-01-01T09:30:00Z', 5, 5), ('2026-01-01T12:00:00Z', null, 2, 7)`
  const ids = async (query = '') => {
    const { body } = await net.admin.get(`/admin/v1/resync${query}`)
    return [body.total, body.items.map(({ resyncId }: { resyncId: string }) => resyncId), body.unavailable]
  }
  expect(await ids()).toEqual([3, ['jobs-2', 'accounts-1', 'jobs-1'], []])
  expect(await ids('?page=2&pageSize=2')).toEqual([3, ['jobs-1'], []])
  expect(await ids('?service=jobs&pageSize=1')).toEqual([2, ['jobs-2'], []])
  expect((await net.admin.get('/admin/v1/resync?service=search')).status).toBe(503)
  expect((await net.admin.get('/admin/v1/resync?page=101&pageSize=100')).body.message).toContain('?service=')
  await jobs.deps.db.sql`alter table resync rename to elsewhere`
  expect(await ids()).toEqual([1, ['accounts-1'], ['jobs']])
})
