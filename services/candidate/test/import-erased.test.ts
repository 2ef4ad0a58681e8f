import { type Booted, boot } from '@jobboard/testkit/boot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { service } from '../src/service.ts'

const KEY = 'one-address-key-of-this-test-0123456789'
let candidate: Booted
beforeAll(async () => {
  candidate = await boot(service, { env: { ERASED_EMAIL_KEY: KEY } })
})
afterAll(() => candidate.stop())
beforeEach(async () => {
  await candidate.deps.db.sql`truncate candidate, erasure cascade`
})

const PATH = '/admin/v1/candidates/import'
const form = (email: string) => ({ firstName: 'Ada', lastName: 'Lind', email })
const operator = (of = candidate) => of.as({ kind: 'admin', actor: 'operator' })

async function send(path: string, emails: string[], of = candidate) {
  const body = emails.map((email) => `${JSON.stringify(form(email))}\n`).join('')
  const headers = { 'content-type': 'application/x-ndjson' }
  const response = await operator(of).send('POST', path, { body, headers })
  expect(response.status, response.text).toBe(200)
  return response.body
}

async function createAndErase(email: string, of = candidate): Promise<void> {
  const { id } = (await operator(of).post('/admin/v1/candidates', form(email))).body
  expect((await operator(of).delete(`/admin/v1/candidates/${id}`)).status).toBe(202)
}

async function withReplica(env: Record<string, string>, run: (replica: Booted) => Promise<void>) {
  const { databaseUrl, natsUrl } = candidate
  const replica = await boot(service, { databaseUrl, natsUrl, env })
  try {
    await run(replica)
  } finally {
    await replica.stop()
  }
}

test('200: the line of an erased person is rejected as erased, ignoring case; with includeErased=true imported (P-146)', async () => {
  await createAndErase('Ada@Example.test')
  const file = ['bo@example.test', 'ada@example.TEST', 'cy@example.test']
  const first = await send(PATH, file)
  expect(first).toMatchObject({ imported: 2, skipped: 0, rejectedCount: 1 })
  expect(first.rejected).toEqual([
    { line: 2, code: 'erased', message: expect.stringContaining('includeErased=true') },
  ])
  expect(await send(PATH, file)).toMatchObject({ imported: 0, skipped: 2, rejectedCount: 1 })
  expect(await send(`${PATH}?includeErased=true`, file)).toMatchObject({ imported: 1, skipped: 2 })
  expect(await send(PATH, file)).toMatchObject({ imported: 0, skipped: 3, rejectedCount: 0 })
})

test('an erased person whom an operator creates again is skipped like every candidate (P-146)', async () => {
  await createAndErase('ada@example.test')
  expect((await operator().post('/admin/v1/candidates', form('ada@example.test'))).status).toBe(201)
  expect(await send(PATH, ['ada@example.test'])).toMatchObject({ skipped: 1, rejectedCount: 0 })
  await operator().delete(
    `/admin/v1/candidates/${(await operator().get('/admin/v1/candidates')).body.items[0].id}`,
  )
  expect(await send(PATH, ['ada@example.test'])).toMatchObject({ skipped: 0, rejectedCount: 1 })
})

test('the tombstone has a keyed hash, which another key does not recognise; without a key it has none (P-146)', async () => {
  await createAndErase('ada@example.test')
  await withReplica({ ERASED_EMAIL_KEY: '' }, async (replica) => {
    await createAndErase('bo@example.test', replica)
    expect(await send(PATH, ['bo@example.test'], replica)).toMatchObject({ imported: 1 })
  })
  const rows = await candidate.deps.db.sql<{ hash: string | null }>`
    select encode(email_hash, 'hex') as hash from erasure order by id`
  expect(rows).toEqual([{ hash: expect.stringMatching(/^[0-9a-f]{64}$/) }, { hash: null }])
  await withReplica({ ERASED_EMAIL_KEY: `${KEY}-another` }, async (replica) => {
    expect(await send(PATH, ['ada@example.test'], replica)).toMatchObject({ imported: 1 })
  })
})

test('400: another value of includeErased, by name', async () => {
  const response = await operator().send('POST', `${PATH}?includeErased=yes`, {
    body: '',
    headers: { 'content-type': 'application/x-ndjson' },
  })
  expect([response.status, response.body.message]).toEqual([400, expect.stringMatching(/^includeErased: /)])
})

test('200: the address of an erased candidate of a sandbox is imported (P-146)', async () => {
  const path = '/internal/v1/sandboxes/31/candidates'
  await candidate.as({ kind: 'service', service: 'accounts' }).post(path, {})
  const [one] = await candidate.deps.db.sql<{ id: number }>`select min(id) as id from candidate`
  const email = 'real@example.test'
  expect((await operator().put(`/admin/v1/candidates/${one!.id}`, { email })).status).toBe(200)
  expect((await operator().delete(`/admin/v1/candidates/${one!.id}`)).status).toBe(202)
  expect(await send(PATH, [email])).toMatchObject({ imported: 1, rejectedCount: 0 })
})
