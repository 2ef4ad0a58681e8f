import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'

let net: Network
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs'] })
})
afterAll(() => net.stop())

const start = (body: unknown) => net.admin.post('/admin/v1/events/replay', body)
const progress = async (replayId: string) => (await net.admin.get(`/admin/v1/events/replay/${replayId}`)).body
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

// What it publishes: packages/events/test/replay.test.ts, and by the command tools/jobboard/test/doctor.long.test.ts.
test('202: a replay is started, and its progress can be read until its end (P-65)', async () => {
  expect((await net.admin.post('/admin/v1/employers', { name: 'Fjord' })).status).toBe(201)
  const since = daysAgo(1)
  const response = await start({ service: 'accounts', since })
  expect([response.status, response.body]).toEqual([202, { replayId: 'accounts-1' }])
  const replay = {
    replayId: 'accounts-1',
    service: 'accounts',
    reason: 'operator',
    since,
    requestedAt: expect.stringMatching(/Z$/),
  }
  expect(await progress('accounts-1')).toMatchObject(replay)
  // The relay looks for replays every 10 s.
  await net.services.accounts.deps.db.sql`update outbox_replay set finished_at = now(), published = 7`
  const finished = { finishedAt: expect.stringMatching(/Z$/), published: 7, remaining: 0 }
  expect(await progress('accounts-1')).toEqual({ ...replay, ...finished })
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

test('a misspelt field of an endpoint of the gateway is named, and refused with Prefer: handling=strict (P-397)', async () => {
  const body = { service: 'jobs', sinse: daysAgo(1) }
  const ignored = await start(body)
  expect([ignored.status, ignored.headers.get('x-ignored-fields')]).toEqual([400, 'sinse'])
  const strict = await net.admin.post('/admin/v1/events/replay', body, { prefer: 'handling=strict' })
  expect([strict.status, strict.headers.get('preference-applied')]).toEqual([400, 'handling=strict'])
  expect(strict.body.message).toMatch(/^unknown field sinse: did you mean since\?; since: /)
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
