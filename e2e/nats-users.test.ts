import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openConnection } from '@jobboard/db/connections'
import { type Bus, openBus } from '@jobboard/events/nats/bus'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { openReceiver } from '@jobboard/testkit/receiver'
import { retrying } from '@jobboard/testkit/retrying-client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type ComposedNats, openComposedNats } from './support/composed-nats.ts'
import { openOperator } from './support/operator.ts'

const draft = {
  ...{ title: 'Joiner', description: 'Joinery', city: 'Oslo', country: 'NO', employmentType: 'FullTime' },
  ...{ remoteType: 'OnSite', applyMethod: 'PlatformApply' },
}
const person = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test', headline: 'Joinery' }
const log = { debug() {}, info() {}, warn() {}, error() {} }

let nats: ComposedNats
let system: Network
beforeAll(async () => {
  nats = await openComposedNats()
  system = await network({ natsUrl: nats.url, envOf: nats.credentials, env: { SANDBOX: 'admins' } })
}, 60_000)
afterAll(async () => {
  await system?.stop()
  await nats?.stop()
})

test('the whole system works, each service as its own user of NATS, and none is refused anything (P-301)', async () => {
  const { make, newEmployer } = openOperator({ admin: retrying(system.admin) })
  const receiver = await openReceiver()
  onTestFinished(() => receiver.close())
  const employerId = await newEmployer()
  for (const kind of ['JobPosting', 'CvSearch', 'CvDownload']) {
    await make('POST', `/employers/${employerId}/credits`, { kind, amount: 50 })
  }
  await make('POST', `/employers/${employerId}/webhook-subscriptions`, { url: receiver.url })
  const scopes = ['JobPosting', 'Applications', 'CvSearch']
  const key = await make('POST', `/employers/${employerId}/api-keys`, { name: 'k', scopes })
  const employer = system.api(key.apiKey)
  const { body: job } = await employer.post('/api/v1/jobs', draft)
  const expiryDate = new Date(Date.now() + 86_400_000)
  expect((await employer.post(`/api/v1/jobs/${job.id}/publish`, { expiryDate })).status).toBe(200)

  const { id } = await make('POST', '/candidates', { ...person, isSearchable: true })
  const own = await make('POST', `/candidates/${id}/api-keys`, {
    name: 'k',
    scopes: ['Profile', 'Applications', 'Apply'],
  })
  const me = system.api(own.apiKey)
  const applied = await me.post('/api/v1/me/applications', { jobId: job.id, confirm: true })
  const applicationId = applied.body.application.id
  const path = `/api/v1/applications/${applicationId}`
  await eventually('the application', async () => (await employer.get(path)).status === 200)
  await employer.post(`${path}/status`, { status: 'Interviewing' })
  await eventually('the new status', async () => {
    const { body } = await me.get(`/api/v1/me/applications/${applicationId}`)
    return body.status === 'Interviewing'
  })
  await eventually('the webhooks', async () => receiver.received.length >= 2)
  await eventually('the candidate can be found', async () => {
    return (await employer.get(`/api/v1/candidates/${id}/preview`)).status === 200
  })
  expect((await employer.get(`/api/v1/candidates/${id}`)).status).toBe(200)

  await eventually('the metrics', async () => {
    return (await employer.get('/api/v1/employer/metrics')).body.applications?.total === 1
  })
  const sandbox = await make('POST', `/employers/${employerId}/sandbox`)
  const test = await make('POST', `/employers/${sandbox.id}/api-keys`, { name: 't', scopes })
  const inSandbox = system.api(test.apiKey)
  await eventually('a candidate of the sandbox can be found', async () => {
    const found = await inSandbox.post('/api/v1/candidates/search', { query: 'weld* OR java' })
    return found.body.total > 0
  })
  await make('DELETE', `/employers/${employerId}/sandbox`)
  for (const [name, { databaseUrl }] of Object.entries(system.services)) {
    const connection = await openConnection(databaseUrl, 60_000)
    await eventually(`${name} knows that the sandbox is retired`, async () => {
      return (await connection.query('select from retired_sandbox')).rowCount === 1
    }).finally(() => connection.end())
  }
  const erased = await system.admin.send('DELETE', `/admin/v1/candidates/${id}`, {})
  await eventually('every service has erased the candidate', async () => {
    return (await make('GET', `/erasures/${erased.body.erasureId}`)).completedAt !== null
  })
  await make('DELETE', `/api-keys/${key.id}`)
  await eventually('401', async () => (await employer.get('/api/v1/jobs')).status === 401)
  expect(nats.log()).not.toContain('Violation')
}, 120_000)

const REFUSED = /permissions? violation/i

async function connectAs(user: string): Promise<Bus> {
  const { NATS_PASSWORD: password } = nats.credentials(user)
  const bus = openBus({ url: nats.url, user, password, name: user, log })
  onTestFinished(() => bus.close())
  await bus.ready()
  return bus
}

function refusedSubscription(bus: Bus, subject: string): Promise<unknown> {
  return new Promise((_, reject) => {
    bus.nc.subscribe(subject, {
      callback(error) {
        if (error) reject(error)
      },
    })
  })
}

test('jobs publishes its own events, and is refused those of others, their streams and consumers, and the key feed', async () => {
  const jobs = await connectAs('jobs')
  const { seq } = await jobs.js.publish('evt.jobs.probe.sent.v1', '{}')
  expect(seq).toBeGreaterThan(0)
  const config = { ack_policy: 'none' as const, filter_subject: 'evt.candidate.profile.>' }
  const { streams, consumers } = jobs.jsm
  const refused: Record<string, () => Promise<unknown>> = {
    'an event of candidate': () => jobs.js.publish('evt.candidate.profile.changed.v1', '{}'),
    'a state of candidate': () => jobs.js.publish('state.candidate.profile.v1', '{}'),
    'deleting the stream of candidate': () => streams.delete('EVT_CANDIDATE'),
    'deleting its own stream': () => streams.delete('EVT_JOBS'),
    'changing the stream of candidate': () => streams.update('EVT_CANDIDATE', { max_bytes: 1_024 }),
    'purging the stream of candidate': () => streams.purge('EVT_CANDIDATE'),
    'reading a message of candidate': () => streams.getMessage('EVT_CANDIDATE', { seq: 1 }),
    'a consumer on the profiles': () => consumers.add('EVT_CANDIDATE', config),
    'a named consumer on the profiles': () => consumers.add('EVT_CANDIDATE', { ...config, name: 'jobs_x' }),
    "deleting search's durable": () => consumers.delete('EVT_CANDIDATE', 'search_candidate_profile'),
    'a key record': () => jobs.js.publish('$KV.api_key.x', '{}'),
    'deleting the key feed': () => streams.delete('KV_api_key'),
    'the watermark of keys': () => jobs.nc.request('keys.watermark', '{}'),
    'a rate limit': () => jobs.nc.request('limit.v2.member', '{}'),
    "waking webhook's sender": () => jobs.nc.request('wake.webhook.delivery', ''),
    'listening to everything': () => refusedSubscription(jobs, '>'),
    'replies to others': () => refusedSubscription(jobs, '_INBOX.candidate.>'),
    'replies to all': () => refusedSubscription(jobs, '_INBOX.>'),
    'events as they are published': () => refusedSubscription(jobs, 'evt.candidate.>'),
  }
  for (const [what, attempt] of Object.entries(refused))
    await expect(attempt(), what).rejects.toThrow(REFUSED)
  expect((await streams.info('EVT_CANDIDATE')).config.name).toBe('EVT_CANDIDATE')
})

test('the gateway reads the key feed and is refused to write it; no user has the password of another', async () => {
  const gateway = await connectAs('gateway')
  expect((await gateway.jsm.streams.info('KV_api_key')).config.name).toBe('KV_api_key')
  for (const subject of [
    '$KV.api_key.x',
    '$KV.api_key_watermark.watermark',
    'keys.watermark',
    'evt.jobs.job.x.v1',
  ]) {
    await expect(gateway.nc.request(subject, '{}'), subject).rejects.toThrow(REFUSED)
  }
  const { NATS_PASSWORD: password } = nats.credentials('jobs')
  const stranger = openBus({ url: nats.url, user: 'candidate', password, name: 'candidate', log })
  onTestFinished(() => stranger.close())
  expect(await stranger.firstAttempt()).toBe(false)
})

test('operators see every stream; no password is among the arguments of the server', async () => {
  const operator = await connectAs('jobboard')
  const names: string[] = []
  for await (const name of operator.jsm.streams.names()) names.push(name)
  expect(names).toEqual(expect.arrayContaining(['EVT_JOBS', 'EVT_CANDIDATE', 'KV_api_key']))
  if (process.platform === 'linux')
    expect(readFileSync(`/proc/${nats.pid}/cmdline`, 'utf8')).not.toContain('p@ss')
})

test('the permissions of another release are used without a restart; connections stay', async () => {
  const jobs = await connectAs('jobs')
  const { connections } = jobs
  await expect(jobs.nc.request('keys.watermark', '{}')).rejects.toThrow(REFUSED)
  const file = join(nats.folder, 'permissions.conf')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('"evt.jobs.>"', '"evt.jobs.>"\n      "probe.after"'))
  await eventually('the new permission', async () => {
    const error = await jobs.nc.request('probe.after', '', { timeout: 500 }).catch((reason: Error) => reason)
    return error instanceof Error && !REFUSED.test(String(error))
  })
  expect([jobs.connections, jobs.isUp()]).toEqual([connections, true])
})
