import { randomUUID } from 'node:crypto'
import { endpoints } from '@jobboard/contracts/endpoints'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { openReceiver, type Receiver } from '@jobboard/testkit/receiver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Changes, employerChanges } from './support/admin-changes/employers.ts'
import { jobAndCandidateChanges } from './support/admin-changes/jobs.ts'
import { webhookChanges } from './support/admin-changes/webhook.ts'
import { person, user } from './support/operator.ts'

let system: Network
let receiver: Receiver
let changes: Changes
beforeAll(async () => {
  receiver = await openReceiver()
  system = await network({ env: { SANDBOX: 'admins' } })
  changes = {
    ...employerChanges(system),
    ...jobAndCandidateChanges(system),
    ...webhookChanges(system, receiver.url),
  }
})
afterAll(async () => {
  await system?.stop()
  await receiver?.close()
})

/** Request ids. */
const refused: string[] = []
const accepted: string[] = []
const rebuilds: string[] = []
const sandboxes: string[] = []
const changeEndpoints = endpoints.filter(({ plane, method }) => plane === 'admin' && method !== 'GET')

test.each(changeEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s stores one audit row with actor, action, object, before, after and request id',
  async (name, { method, service, status }) => {
    const prepare = changes[name]
    if (!prepare) throw new Error(`no audit case for ${name}: add one to e2e/support/admin-changes/`)
    const change = await prepare()
    const { bodyType: type } = change
    const send = (path: string, body: unknown) => {
      const request = { body, ...(type && typeof body === 'string' && { headers: { 'content-type': type } }) }
      return system.admin.send(method, `/admin/v1${path}`, body === undefined ? {} : request)
    }

    const refusal =
      'invalidBody' in change
        ? await send(change.path, change.invalidBody)
        : await send(withUnknownIds(change.path), change.body)
    expect([400, 404, 415]).toContain(refusal.status)
    refused.push(refusal.headers.get('x-request-id')!)

    const response = await send(change.path, change.body)
    expect(response.status, response.text).toBe(status)
    const requestId = response.headers.get('x-request-id')!
    accepted.push(requestId)
    if (name === 'rebuild-metrics') rebuilds.push(requestId)
    if (name === 'create-sandbox') sandboxes.push(requestId)
    const row = await eventually(`the audit row of ${name}`, async () => {
      const { body } = await system.admin.get('/admin/v1/audit?pageSize=100')
      return body.items.find(
        (one: { requestId: string; action: string }) => one.requestId === requestId && one.action === name,
      )
    })
    const { object, before, after } = change
    const ofEmployer = /^employer (\d+)$/.exec(row.object)?.[1]
    expect(row).toEqual({
      ...('employerId' in row && { employerId: expect.any(Number) }),
      ...(ofEmployer && { employerId: Number(ofEmployer) }),
      id: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      ...{ service: change.service ?? service, actor: 'operator', action: name, requestId, before, after },
      object: typeof object === 'string' ? object : expect.stringMatching(object),
    })
  },
  60_000,
)

test('a change has exactly one row; a refused change has no row and no event', async () => {
  expect([accepted.length, refused.length]).toEqual([changeEndpoints.length, changeEndpoints.length])
  const { sql } = system.services.accounts.deps.db
  const rows = await sql<{ requestId: string }>`
    select request_id from audit where request_id = any(${[...accepted, ...refused]})
      -- A rebuild of the metrics starts resyncs, which leave rows of their own.
      and not (action = 'start-resync' and request_id = any(${rebuilds}))
      -- The credits of a new sandbox, one row for each kind.
      and not (action = 'grant-credits' and request_id = any(${sandboxes}))`
  expect(rows.map(({ requestId }) => requestId).sort()).toEqual(accepted.toSorted())
  for (const { deps } of Object.values(system.services)) {
    const events = await deps.db.sql`
      select subject from outbox where payload->>'requestId' = any(${refused})`
    expect(events).toEqual([])
  }
})

test('no row has a key, a secret or personal data: names, e-mail addresses, letters (P-35)', async () => {
  const rows = await system.services.accounts.deps.db.sql<{ row: string }>`
    select audit::text as row from audit`
  expect(rows.length).toBeGreaterThan(accepted.length)
  const forbidden = [
    ...Object.values(person),
    user.name,
    user.email,
    'private',
    'Lindqvist-Holm',
    'k_live_',
    'whsec_',
  ]
  for (const text of forbidden) expect(rows.filter(({ row }) => row.includes(text))).toEqual([])
})

/** The same path with ids that do not exist. */
function withUnknownIds(path: string): string {
  return path
    .replace(/\/[0-9a-f]{8}-[^/]+/, `/${randomUUID()}`)
    .replace(/\/\d+/g, '/2147483647')
    .replace(/(\/[a-z]+)-\d+/, '$1-2147483647')
}
