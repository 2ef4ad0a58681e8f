import { type Network, network } from '@jobboard/network/network'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'

let net: Network
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs'] })
})
afterAll(() => net.stop())

const start = (body: unknown) => net.admin.post('/admin/v1/events/replay', body)
const progress = async (replayId: string) => (await net.admin.get(`/admin/v1/events/replay/${replayId}`)).body
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

test('202: a replay publishes what the service published, and its progress can be read (P-65)', async () => {
  const { db } = net.services.accounts.deps
  expect((await net.admin.post('/admin/v1/employers', { name: 'Fjord' })).status).toBe(201)
  await eventually('the event is published', async () => {
    const [row] = await db.sql`select 1 from outbox where published_at is null limit 1`
    return !row
  })
  const [{ events } = { events: 0 }] = await db.sql<{ events: number }>`select count(*) as events from outbox`
  const since = daysAgo(1)
  const response = await start({ service: 'accounts', since })
  expect([response.status, response.body]).toEqual([202, { replayId: 'accounts-1' }])
  const finished = await eventually('the replay has finished', async () => {
    const replay = await progress('accounts-1')
    return replay.finishedAt !== null && replay
  })
  expect(finished).toEqual({
    replayId: 'accounts-1',
    service: 'accounts',
    reason: 'operator',
    since,
    requestedAt: expect.stringMatching(/Z$/),
    finishedAt: expect.stringMatching(/Z$/),
    published: expect.any(Number),
    remaining: 0,
  })
  expect(finished.published).toBeGreaterThanOrEqual(events)
})

test.each([
  [
    'older than the outbox retains',
    { service: 'jobs', since: daysAgo(15) },
    'since: .* 14 days; send a time from',
  ],
  ['in the future', { service: 'jobs', since: daysAgo(-1) }, 'since: .*to now'],
  ['not a time', { service: 'jobs', since: 'yesterday' }, 'since: '],
  ['without a time', { service: 'jobs' }, 'since: '],
  ['of an unknown service', { service: 'gateway', since: daysAgo(1) }, 'service: '],
])('400: a replay %s names the field', async (_title, body, message) => {
  const response = await start(body)
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(response.body.message).toMatch(new RegExp(`^${message}`))
})

test('503: a replay of a service that is not behind this gateway', async () => {
  expect((await start({ service: 'webhook', since: daysAgo(1) })).status).toBe(503)
})

test.each(['jobs-999', 'jobs', 'jobs-0', 'jobs-1-1', 'gateway-1', 'webhook-1'])(
  '404: there is no replay %s',
  async (replayId) => {
    expect((await net.admin.get(`/admin/v1/events/replay/${replayId}`)).status).toBe(404)
  },
)
