import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from '@jobboard/stack/settings'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { openReceiver, type Received, type Receiver } from '@jobboard/testkit/receiver'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRunningSystem, type RunningSystem } from './support/start-stack.ts'

// One scenario in order: each test continues the one before. Services run as processes; every call goes through
// the gateway.
interface Postings {
  file: string
  count: number
  /** Further options of the import. */
  options: string[]
}
const sample: Postings = { file: `${root}/tools/jobboard/sample/jobs.jsonl`, count: 12, options: [] }
const { TEST_DATA_DIR } = process.env
const realPostings: Postings = {
  file: `${TEST_DATA_DIR}/jobs.jsonl`,
  count: 300,
  options: ['--ignore-unknown'],
}
const NEEDS_DATA = 'set TEST_DATA_DIR to a folder with a jobs.jsonl of 300 lines or more'
if (!TEST_DATA_DIR) console.warn(`The import of real postings is skipped: ${NEEDS_DATA}.`)
const IMPORT_KEYS = 8

let system: RunningSystem
let admin: Client
let employer: Client
let receiver: Receiver
let employerId: number
let secret: string
let importKeys: string[]
const realImport = { employerId: 0, keys: [] as string[] }
let candidates: { id: number; api: Client }[]
let applied: { id: number; jobId: number }[]

beforeAll(async () => {
  system = await openRunningSystem({ TEST_CLOCK: 'true', LOG_LEVEL: 'debug' })
  admin = system.admin
  receiver = await openReceiver(system.receiverHost)
}, 180_000)

afterAll(async () => {
  await receiver?.close()
  await system?.stop()
})

const api = (key: string) => system.api(key)

test('201: an operator creates an employer, a user, credits, keys and a webhook subscription', async () => {
  const created = await admin.post('/admin/v1/employers', { name: 'Lantern Works', hasActiveContract: true })
  expect(created.status).toBe(201)
  employerId = created.body.id
  const user = await admin.post(`/admin/v1/employers/${employerId}/users`, {
    name: 'Rae',
    email: 'rae@example.com',
    role: 'Recruiter',
  })
  expect(user.status).toBe(201)
  for (const [kind, amount] of [
    ['JobPosting', sample.count],
    ['CvSearch', 2],
    ['CvDownload', 1],
  ] as const) {
    const granted = await admin.post(`/admin/v1/employers/${employerId}/credits`, { kind, amount })
    expect([granted.status, granted.body.balance]).toEqual([201, amount])
  }
  const minted = await admin.post(`/admin/v1/employers/${employerId}/api-keys`, {
    name: 'all',
    scopes: ['JobPosting', 'Applications', 'CvSearch'],
    userId: user.body.id,
  })
  expect(minted.body.status).toBe('PendingApproval')
  employer = api(minted.body.apiKey)
  expect((await employer.get('/api/v1/jobs')).status).toBe(401)
  expect((await admin.post(`/admin/v1/api-keys/${minted.body.id}/approve`, {})).status).toBe(200)
  await eventually(
    'the approved key is accepted',
    async () => (await employer.get('/api/v1/jobs')).status === 200,
  )

  importKeys = await mintImportKeys(employerId)
  const subscription = await admin.post(`/admin/v1/employers/${employerId}/webhook-subscriptions`, {
    url: receiver.url,
  })
  expect(subscription.status).toBe(201)
  secret = subscription.body.signingSecret
})

test('npm run jobboard imports the sample postings through the public API', async () => {
  await expectImported(sample, importKeys)
  const credits = await admin.get(`/admin/v1/employers/${employerId}/credits`)
  expect(credits.body).toEqual({ JobPosting: 0, CvSearch: 2, CvDownload: 1 })
})

test.skipIf(!TEST_DATA_DIR)(
  `npm run jobboard imports ${realPostings.count} real postings (${NEEDS_DATA})`,
  async () => {
    const created = await admin.post('/admin/v1/employers', { name: 'Real Ads', hasActiveContract: true })
    realImport.employerId = created.body.id
    const credits = `/admin/v1/employers/${realImport.employerId}/credits`
    await admin.post(credits, { kind: 'JobPosting', amount: realPostings.count })
    realImport.keys = await mintImportKeys(realImport.employerId)
    await expectImported(realPostings, realImport.keys)
    expect((await admin.get(credits)).body.JobPosting).toBe(0)
  },
  300_000,
)

test('201: three candidates apply', async () => {
  const { body } = await employer.get('/api/v1/jobs?pageSize=3')
  candidates = await Promise.all(['Ada', 'Bo', 'Cleo'].map(addCandidate))
  applied = []
  for (const [i, candidate] of candidates.entries()) {
    const jobId = body.items[i % body.items.length].id
    const response = await candidate.api.post('/api/v1/me/applications', {
      jobId,
      confirm: true,
      coverLetter: 'Hello ☀️',
    })
    expect([response.status, response.body.aiAppliesUsedToday]).toEqual([201, 1])
    expect(response.body.application).toMatchObject({ jobId, employerName: 'Lantern Works', status: 'New' })
    applied.push({ id: response.body.application.id, jobId })
  }
})

test('200: the recruiter lists the applications of a job, reads one and moves it', async () => {
  const [first] = applied
  const list = await eventually('the application', async () => {
    const response = await employer.get(`/api/v1/jobs/${first!.jobId}/applications`)
    return response.body.total > 0 && response
  })
  expect([list.status, list.body.total, list.body.items[0].id]).toEqual([200, 1, first!.id])
  const detail = await employer.get(`/api/v1/applications/${first!.id}`)
  expect(detail.body).toMatchObject({ name: 'Ada Example', email: 'ada@example.com', isAiAssisted: true })
  const moved = await employer.post(`/api/v1/applications/${first!.id}/status`, { status: 'Shortlisted' })
  expect(moved.body).toMatchObject({ id: first!.id, previousStatus: 'New', status: 'Shortlisted' })
  await eventually('the candidate sees the new status', async () => {
    const own = await candidates[0]!.api.get(`/api/v1/me/applications/${first!.id}`)
    return own.body.status === 'Shortlisted'
  })
})

test('the receiver gets application.submitted and application.status_changed, correctly signed', async () => {
  const [first] = applied
  const waitForEvent = (type: string) =>
    eventually(type, async () =>
      receiver.received.find(({ body }) => body.type === type && body.data.applicationId === first!.id),
    )
  const submitted = await waitForEvent('application.submitted')
  const changed = await waitForEvent('application.status_changed')
  for (const webhook of [submitted, changed]) verifySignature(webhook)
  expect(Object.keys(submitted.body.data).sort()).toEqual(
    ['applicationId', 'applicationType', 'appliedAt', 'candidateId', 'jobPostId', 'jobTitle'].sort(),
  )
  expect(submitted.body.data).toMatchObject({ jobPostId: first!.jobId, applicationType: 'Api' })
  expect(changed.body.data).toMatchObject({ previousStatus: 'New', newStatus: 'Shortlisted' })
})

test('a boolean search finds the candidate, masked, and a paid read unlocks the profile; 402 without a credit', async () => {
  const query = { query: '("welding robot*" OR forklift) AND NOT cobol' }
  const found = await eventually('the candidate is in the index', async () => {
    const balance = (await admin.get(`/admin/v1/employers/${employerId}/credits`)).body.CvSearch
    if (balance === 0) throw new Error('both CvSearch credits are used and the candidate was not found')
    const response = await employer.post('/api/v1/candidates/search', query)
    return response.body.total > 0 && response
  })
  expect(found.headers.get('x-credits-cost')).toBe('1')
  const [item] = found.body.items
  expect(item).toMatchObject({ candidateId: candidates[0]!.id, name: 'A*** E***', isUnlocked: false })
  expect(found.text).not.toMatch(/ada@example\.com|555-0110|Example/)

  const unlocked = await employer.get(`/api/v1/candidates/${item.candidateId}`)
  expect([unlocked.status, unlocked.body.email, unlocked.headers.get('x-credits-cost')]).toEqual([
    200,
    'ada@example.com',
    '1',
  ])
  const again = await employer.get(`/api/v1/candidates/${item.candidateId}`)
  expect([again.status, again.headers.get('x-credits-cost')]).toEqual([200, '0'])
  const other = await employer.get(`/api/v1/candidates/${candidates[1]!.id}`)
  expect([other.status, other.body.code]).toEqual([402, 'no_credits'])
})

test('the receiver gets job.expired after the business clock is moved past the expiry', async () => {
  const moved = await admin.post('/admin/v1/clock/advance', { seconds: 40 * 86_400 })
  expect(moved.status).toBe(200)
  const expired = await eventually('job.expired', async () =>
    receiver.received.find(({ body }) => body.type === 'job.expired'),
  )
  verifySignature(expired, new Date(moved.body.now).getTime())
  await eventually('every posting is expired', async () => {
    const { body } = await employer.get('/api/v1/jobs?status=Expired&pageSize=1')
    return body.total === sample.count
  })
  if (!TEST_DATA_DIR) return
  await eventually('every real posting is expired', async () => {
    const { body } = await api(realImport.keys[0]!).get('/api/v1/jobs?status=Expired&pageSize=1')
    return body.total === realPostings.count
  })
})

test('a killed service is restarted and serves again', async () => {
  const jobs = system.services.find(({ name }) => name === 'jobs')!
  const before = jobs.pid()
  process.kill(before, 'SIGKILL')
  // Polled twice a second: the key may make 100 calls a minute.
  const isServing = async () =>
    jobs.pid() !== before && (await employer.get('/api/v1/jobs?pageSize=1')).status === 200
  await eventually('jobs serves again', isServing, 30_000, 500)
})

test('killed Postgres and NATS are restarted, and webhooks are delivered again', async () => {
  for (const server of ['postgres', 'nats'] as const) {
    const before = system.servers[server]()!
    process.kill(before, 'SIGKILL')
    await eventually(`${server} runs again`, async () => system.servers[server]() !== before)
    await eventually('the stack is ready', async () => {
      const response = await fetch(`${system.baseUrl}/healthz/ready`).catch(() => undefined)
      return ((await response?.json()) as { status: string } | undefined)?.status === 'ready'
    })
  }
  const [first] = applied
  const count = receiver.received.length
  const moved = await eventually('an application can be moved', async () => {
    const response = await employer.post(`/api/v1/applications/${first!.id}/status`, { status: 'Offered' })
    return response.status === 200
  })
  expect(moved).toBe(true)
  await eventually('the webhook arrives', async () => receiver.received.length > count)
})

test('no log has a key, a secret or personal data', async () => {
  const files = await system.logs()
  expect(files.length).toBe(system.services.length)
  const logs = files.join('\n')
  expect(logs).toContain('"level":"info"')
  const texts = [...importKeys, ...realImport.keys, secret, 'pk_live_', 'ck_live_', '@example.com']
  texts.push('555-0110', 'welding robots', 'Hello ☀️')
  expect(texts.filter((text) => logs.includes(text))).toEqual([])
})

async function mintImportKeys(employer: number): Promise<string[]> {
  const keys: string[] = []
  for (let i = 0; i < IMPORT_KEYS; i++) {
    const body = { name: `import ${i}`, scopes: ['JobPosting'] }
    const key = await admin.post(`/admin/v1/employers/${employer}/api-keys`, body)
    expect(key.body.status).toBe('Active')
    keys.push(key.body.apiKey)
  }
  return keys
}

async function expectImported(postings: Postings, keys: string[]): Promise<void> {
  const { code, output } = await runImport(postings, keys)
  expect(output).toContain(`${postings.count} created, ${postings.count} published, 0 refused`)
  expect(code).toBe(0)
  const listed = await api(keys[0]!).get('/api/v1/jobs?status=Active&pageSize=1')
  expect(listed.body.total).toBe(postings.count)
}

async function runImport({ file, count, options }: Postings, apiKeys: string[]) {
  const keys = apiKeys.flatMap((key) => ['--api-key', key])
  const args = ['import', 'jobs', file, '--limit', String(count), '--publish-days', '30', ...options]
  const main = `${root}/tools/jobboard/src/main.ts`
  const child = spawn(process.execPath, [main, ...args, '--base-url', system.baseUrl, ...keys])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'exit')
  return { code, output }
}

async function addCandidate(firstName: string): Promise<{ id: number; api: Client }> {
  const created = await admin.post('/admin/v1/candidates', {
    firstName,
    lastName: 'Example',
    email: `${firstName.toLowerCase()}@example.com`,
    phone: '+1-555-0110',
    headline: firstName === 'Ada' ? 'Technician for welding robots' : 'Baker',
    consentExpiresAt: new Date(Date.now() + 400 * 86_400_000),
  })
  expect(created.status).toBe(201)
  const key = await admin.post(`/admin/v1/candidates/${created.body.id}/api-keys`, {
    name: 'own',
    scopes: ['Profile', 'Applications', 'Apply'],
  })
  expect(key.status).toBe(201)
  return { id: created.body.id, api: api(key.body.apiKey) }
}

function verifySignature({ raw, headers }: Received, nowMs = Date.now()): void {
  const signature = headers['x-webhook-signature']!
  expect(Stripe.webhooks.signature!.verifyHeader(raw, signature, secret, 300, undefined, nowMs)).toBe(true)
}
