import { undocumentedCode } from '@jobboard/testkit/documented-codes'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleRequest, operations, type Values } from './support/example-requests.ts'

// Sends the example request of every operation, as a gateway serves it today, to a running system. Ids are replaced by
// those of objects that exist.
let system: Network
const keys = { recruiter: '', candidate: '', sandbox: '' }
const values: Values = {
  url: 'http://127.0.0.1:9/hooks',
}
/** Of objects of the sandbox. */
const sandboxValues: Values = {}

beforeAll(async () => {
  system = await network({ env: { TEST_CLOCK: 'true', SANDBOX: 'admins' } })
})
afterAll(() => system?.stop())

/** Operations in an order in which each finds what it needs, and the id that its response has for later ones. Those of
 * no list run after this one, then all reads, then the endings. */
const writes: [name: string, id?: string][] = [
  ['create-job', 'jobId'],
  ['update-job'],
  ['replace-screening-questions'],
  ['publish-job'],
  ['update-profile'],
  ['renew-consent'],
  ['apply'],
  ['change-application-status'],
  ['assign-tag'],
  ['create-note', 'noteId'],
  ['update-note'],
  ['put-scorecard'],
  ['search-candidates'],
  ['update-employer'],
  ['create-staff', 'staffId'],
  ['grant-credits'],
  ['mint-candidate-key'],
  ['update-candidate'],
  ['import-candidates'],
  ['create-subscription', 'subscriptionId'],
  ['change-subscription'],
  ['test-subscription'],
  ['rotate-secret'],
  ['delete-subscription'],
  ['create-webhook-subscription', 'subscriptionId'],
  ['test-webhook-subscription', 'deliveryId'],
  ['rebuild-metrics'],
  ['replay-events', 'replayId'],
  ['start-resync', 'resyncId'],
  ['start-reindex', 'reindexId'],
  ['advance-clock'],
]
/** In the sandbox, once it has objects. */
const sandboxWrites = [
  'apply-in-sandbox',
  'simulate-receiver',
  'make-delivery-due',
  'mint-sandbox-candidate-key',
  'reset-applies',
  'end-unlock',
  'lapse-consent',
  'expire-job',
  'simulate-failure',
  'reset-sandbox',
]
const endings: [name: string, id?: string][] = [
  ['reverse-credit-entry'],
  ['redeliver'],
  ['disable-subscription'],
  ['enable-subscription'],
  ['disable-webhook-subscription'],
  ['enable-webhook-subscription'],
  ['delete-webhook-subscription'],
  ['approve-key'],
  ['rotate-key', 'keyId'],
  ['revoke-key'],
  ['refuse-key'],
  ['delete-staff'],
  ['delete-past-search'],
  ['delete-past-searches'],
  ['remove-tag'],
  ['delete-scorecard'],
  ['delete-job-scorecard-template'],
  ['delete-note'],
  // Its keys write neither any more.
  ['delete-user'],
  ['withdraw-own-application'],
  ['withdraw-consent'],
  ['submit-application'],
  ['close-job'],
  ['erase-me', 'erasureId'],
  ['get-erasure'],
  ['delete-sandbox'],
  // The old key works on for the overlap.
  ['rotate-own-key'],
  ['erase-candidate'],
]
/** Need a dead letter, which no request makes. */
const NEED_A_DEAD_LETTER = ['get-dead-letter', 'drop-dead-letter', 'retry-dead-letter']
const sent = new Set<string>()

test('each example request of both documents is accepted, and its response fits the schema (P-157)', async () => {
  await setUp()
  const ended = new Set([...NEED_A_DEAD_LETTER, ...endings.map(([name]) => name)])
  for (const [name, id] of writes) await sendAndKeep(name, id)
  await setUpSandbox()
  for (const name of sandboxWrites) await sendAndKeep(name)
  const others = [...operations.keys()].filter((name) => !sent.has(name) && !ended.has(name))
  const isRead = (name: string) => operations.get(name)!.endpoint.method === 'GET'
  for (const name of others) if (!isRead(name)) await sendAndKeep(name)
  const { items } = (await system.admin.get(`/admin/v1/employers/${values.employerId}/credits/entries`)).body
  values.entryId = items.find(({ cause }: { cause: string }) => cause.startsWith('publish-job')).id
  for (const name of others) if (isRead(name)) await sendAndKeep(name)
  for (const [name, id] of endings) {
    if (name === 'refuse-key') values.keyId = values.pendingKeyId!
    if (name === 'submit-application') values.candidateId = values.otherCandidateId!
    await sendAndKeep(name, id)
  }

  const unsent = [...operations.keys()].filter((name) => !sent.has(name))
  expect(unsent).toEqual(NEED_A_DEAD_LETTER)
})

async function setUp(): Promise<void> {
  await sendAndKeep('create-employer', 'employerId')
  await system.admin.put(`/admin/v1/employers/${values.employerId}`, { isTrustedPartner: true })
  await sendAndKeep('create-user', 'userId')
  await sendAndKeep('create-candidate', 'candidateId')
  await sendAndKeep('mint-recruiter-key', 'keyId')
  const { admin } = system
  for (const kind of ['JobPosting', 'CvSearch', 'CvDownload']) {
    await admin.post(`/admin/v1/employers/${values.employerId}/credits`, { kind, amount: 10 })
  }
  const other = { firstName: 'Bo', lastName: 'Dahl', email: 'bo.dahl@example.com' }
  values.otherCandidateId = (await admin.post('/admin/v1/candidates', other)).body.id
  const scopes = ['JobPosting', 'Applications', 'CvSearch', 'Webhooks']
  const all = { name: 'all', scopes, userId: values.userId }
  keys.recruiter = (await admin.post(`/admin/v1/employers/${values.employerId}/api-keys`, all)).body.apiKey
  const { id: newEmployerId } = (await admin.post('/admin/v1/employers', { name: 'New' })).body
  const pending = { name: 'pending', scopes: ['CvSearch'] }
  values.pendingKeyId = (await admin.post(`/admin/v1/employers/${newEmployerId}/api-keys`, pending)).body.id
  const own = { name: 'all', scopes: ['Profile', 'Applications', 'Apply'] }
  keys.candidate = (await admin.post(`/admin/v1/candidates/${values.candidateId}/api-keys`, own)).body.apiKey
}

async function setUpSandbox(): Promise<void> {
  await sendAndKeep('create-sandbox', 'sandboxId')
  const form = { name: 'all', scopes: ['JobPosting', 'Applications', 'CvSearch', 'Webhooks'] }
  keys.sandbox = (
    await system.admin.post(`/admin/v1/employers/${values.sandboxId}/api-keys`, form)
  ).body.apiKey
  const api = system.api(keys.sandbox)
  const job = (await api.post('/api/v1/jobs', exampleRequest('create-job', {}).body)).body.id
  await api.post(`/api/v1/jobs/${job}/publish`, exampleRequest('publish-job', {}).body)
  const candidate = await eventually('a candidate of the sandbox', async () => {
    const { body } = await api.post('/api/v1/candidates/search', { query: 'weld* OR java' })
    return body.items?.[0]?.candidateId as number | undefined
  })
  await api.get(`/api/v1/candidates/${candidate}`)
  const hooks = '/api/v1/webhook-subscriptions'
  const subscription = (await api.post(hooks, { url: values.url })).body.id
  await api.post('/api/v1/sandbox/applications', { jobId: job })
  const deliveryId = await eventually('a delivery that waits for its next attempt', async () => {
    const { body } = await api.get(`${hooks}/${subscription}/deliveries?status=Pending`)
    return body.items[0]?.failedAttempts > 0 && (body.items[0].id as string)
  })
  const known = { jobId: job, candidateId: candidate, subscriptionId: subscription, deliveryId }
  Object.assign(sandboxValues, known)
}

/** Sends an example and stores the id of what it made. A refused request changes nothing, so it is repeated until the
 * events that it needs have arrived. */
async function sendAndKeep(name: string, id?: string): Promise<void> {
  const { status } = operations.get(name)!.endpoint
  let response = await send(name)
  const isAccepted = async () => {
    if (response.status === status) return true
    response = await send(name)
    return response.status === status
  }
  await eventually(`${status} of ${name}`, isAccepted, 20_000, 100).catch(() => undefined)
  expect(response.status, `${name}: ${response.text}`).toBe(status)
  sent.add(name)
  const { body } = response
  if (id) values[id] = body[id] ?? body.id
  if (name === 'replace-screening-questions') values.questionId = body[0].id
  if (name === 'apply') values.applicationId = body.application.id
  if (name === 'search-candidates') {
    const { items } = (await system.api(keys.recruiter).get('/api/v1/candidates/searches')).body
    values.searchId = items[0].id
  }
}

async function send(name: string) {
  const { isOfSandbox } = operations.get(name)!.endpoint
  const known = isOfSandbox ? { ...values, ...sandboxValues } : values
  const { endpoint, path, body, contentType } = exampleRequest(name, known)
  const ofKey = endpoint.keys?.includes('recruiter') ? 'recruiter' : 'candidate'
  const kind = isOfSandbox ? 'sandbox' : ofKey
  const client = endpoint.plane === 'admin' ? system.admin : system.api(keys[kind])
  const headers = { 'content-type': contentType }
  const response = await client.send(endpoint.method, path, body === undefined ? {} : { body, headers })
  expect(undocumentedCode(endpoint, response), `${name}: ${response.text}`).toBeUndefined()
  if (response.status === endpoint.status && endpoint.response) {
    const { error } = endpoint.response.safeParse(response.body)
    expect(error?.issues ?? [], `${name}: the response does not fit its schema`).toEqual([])
  }
  return response
}
