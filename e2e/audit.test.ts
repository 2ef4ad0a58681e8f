import { endpoints } from '@jobboard/contracts/endpoints/all'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountsChanges } from './support/admin-changes/accounts.ts'
import { type Changes, ofNobody, person, user } from './support/admin-changes/change.ts'
import { jobAndCandidateChanges } from './support/admin-changes/jobs-and-candidates.ts'
import { webhookChanges } from './support/admin-changes/webhook.ts'
import { openReceiver } from './support/receiver.ts'

let system: Network
let receiver: Awaited<ReturnType<typeof openReceiver>>
let changes: Changes
beforeAll(async () => {
  receiver = await openReceiver()
  system = await network()
  const webhook = webhookChanges(system, receiver.url)
  changes = { ...accountsChanges(system), ...jobAndCandidateChanges(system), ...webhook }
})
afterAll(async () => {
  await system?.stop()
  await receiver?.close()
})

const refused: string[] = []
const made: string[] = []
const changing = endpoints.filter(({ plane, method }) => plane === 'admin' && method !== 'GET')

test.each(changing.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s leaves one audit row: who, what, before, after, in which request',
  async (name, { method, service, status }) => {
    const prepare = changes[name]
    if (!prepare) throw new Error(`how is ${name} audited? add it to admin-changes/`)
    const change = await prepare()
    const send = (path: string, body: unknown) =>
      system.admin.send(method, `/admin/v1${path}`, body === undefined ? {} : { body })

    const no =
      'refused' in change
        ? await send(change.path, change.refused)
        : await send(ofNobody(change.path), change.body)
    expect([400, 404]).toContain(no.status)
    refused.push(no.headers.get('x-request-id')!)

    const answer = await send(change.path, change.body)
    expect(answer.status, answer.text).toBe(status)
    const requestId = answer.headers.get('x-request-id')!
    made.push(requestId)
    const row = await eventually(`the audit row of ${name}`, async () => {
      const { body } = await system.admin.get('/admin/v1/audit?pageSize=100')
      return body.items.find((one: { requestId: string }) => one.requestId === requestId)
    })
    const { object, before, after } = change
    expect(row).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      ...{ service: change.service ?? service, actor: 'operator', action: name, requestId, before, after },
      object: typeof object === 'string' ? object : expect.stringMatching(object),
    })
  },
  60_000,
)

test('a change has no second row, a refused one has none and tells of none', async () => {
  expect([made.length, refused.length]).toEqual([changing.length, changing.length])
  const { sql } = system.services.accounts.deps.db
  const rows = await sql<{ requestId: string }>`
    select request_id from audit where request_id = any(${[...made, ...refused]})`
  expect(rows.map(({ requestId }) => requestId).sort()).toEqual(made.toSorted())
  for (const { deps } of Object.values(system.services)) {
    const told = await deps.db.sql`
      select subject from outbox where payload->>'requestId' = any(${refused})`
    expect(told).toEqual([])
  }
})

test('no row holds a key, a secret, or what an erasure would have to find: names, addresses, letters', async () => {
  const rows = await system.services.accounts.deps.db.sql<{ row: string }>`
    select audit::text as row from audit`
  expect(rows.length).toBeGreaterThan(made.length)
  const words = [
    ...Object.values(person),
    user.name,
    user.email,
    'private',
    'Lindqvist-Holm',
    'k_live_',
    'whsec_',
  ]
  for (const word of words) expect(rows.filter(({ row }) => row.includes(word))).toEqual([])
})
