import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { service } from '../src/service.ts'
import { countByStatus, outboxEvents } from './support/setup.ts'

let candidate: Booted
let replica: Booted
let admins: Client[]
beforeAll(async () => {
  candidate = await boot(service, { env: { DATABASE_POOL: '10' } })
  replica = await boot(service, { databaseUrl: candidate.databaseUrl, natsUrl: candidate.natsUrl })
  admins = [candidate, replica].map((one) => one.as({ kind: 'admin', actor: 'operator' }))
})
afterAll(async () => {
  await replica.stop()
  await candidate.stop()
})
beforeEach(async () => {
  await candidate.deps.db.sql`truncate candidate, outbox cascade`
})

const PATH = '/admin/v1/candidates'
const UNIQUE = `${PATH}?uniqueEmail=true`
const form = (email: string) => ({ firstName: 'Ada', lastName: 'Lind', email })
const post = (path: string, email: string, replicaIndex = 0) => admins[replicaIndex]!.post(path, form(email))

test('409 already_exists names field and candidate, ignoring case; another address is 201 (P-145)', async () => {
  const { id } = (await post(PATH, 'ada@example.test')).body
  const refused = await post(UNIQUE, 'ADA@Example.test')
  expect([refused.status, refused.body]).toEqual([
    409,
    {
      code: 'already_exists',
      message: `email: candidate ${id} has this address; change that candidate instead of creating another.`,
    },
  ])
  const problem = await admins[0]!.post(UNIQUE, form('ada@example.test'), {
    accept: 'application/problem+json',
  })
  expect(problem.body.errors).toEqual([{ pointer: '/email', reason: `candidate ${id} has this address` }])
  expect((await post(UNIQUE, 'ada@example.test.no')).status).toBe(201)
  expect(await outboxEvents(candidate, 'evt.candidate.profile.changed.v1')).toHaveLength(2)
})

test('201 without uniqueEmail or with false: an address is no identity (P-145)', async () => {
  for (const path of [PATH, PATH, `${PATH}?uniqueEmail=false`]) {
    expect((await post(path, 'ada@example.test')).status).toBe(201)
  }
})

test('400: another value of uniqueEmail, by name; nothing is stored', async () => {
  for (const value of ['', 'yes', '1', 'TRUE', 'true&uniqueEmail=true']) {
    const response = await post(`${PATH}?uniqueEmail=${value}`, 'ada@example.test')
    expect([response.status, response.body.message]).toEqual([400, expect.stringMatching(/^uniqueEmail: /)])
  }
  expect(await candidate.deps.db.sql`select from candidate`).toHaveLength(0)
})

test('50 parallel creates of one address on two replicas: one 201, the others 409 with its id (P-145)', async () => {
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      post(UNIQUE, i % 3 ? 'ada@example.test' : 'Ada@Example.test', i % 2),
    ),
  )
  expect(countByStatus(responses)).toEqual({ 201: 1, 409: 49 })
  const { id } = responses.find(({ status }) => status === 201)!.body
  for (const { status, body } of responses) {
    if (status === 409) expect(body.message).toContain(`candidate ${id} has this address`)
  }
  expect(await candidate.deps.db.sql`select id from candidate`).toEqual([{ id }])
  expect(await outboxEvents(candidate, 'evt.candidate.profile.changed.v1')).toHaveLength(1)
})

test('creates beside an import of the same addresses: one candidate for each (P-124, P-145)', async () => {
  const emails = Array.from({ length: 60 }, (_, i) => `ada${i}@example.test`)
  const body = emails.map((email) => `${JSON.stringify(form(email))}\n`).join('')
  const headers = { 'content-type': 'application/x-ndjson' }
  const imported = admins[0]!.send('POST', `${PATH}/import`, { body, headers })
  const responses = await Promise.all(emails.map((email, i) => post(UNIQUE, email, i % 2)))
  const { status, body: report } = await imported
  expect(status).toBe(200)
  expect(report.imported + (countByStatus(responses)[201] ?? 0)).toBe(60)
  const [stored] = await candidate.deps.db.sql`
    select count(*) as candidates, count(distinct email) as addresses from candidate`
  expect(stored).toEqual({ candidates: 60, addresses: 60 })
})
