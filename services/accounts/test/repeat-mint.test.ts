import { KEYS_PER_DAY } from '@jobboard/contracts/limits'
import { isWellFormed } from '@jobboard/service/auth/api-key'
import { findTextInDatabase } from '@jobboard/testkit/find-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, bootAccounts } from './support/boot-accounts.ts'

let accounts: Accounts
let replica: Accounts
let employerId: number
beforeAll(async () => {
  accounts = await bootAccounts()
  const { databaseUrl, natsUrl } = accounts
  replica = await bootAccounts({ databaseUrl, natsUrl })
  employerId = await accounts.newEmployer()
})
afterAll(async () => {
  await replica.stop()
  await accounts.stop()
})

const key = { name: 'ATS', scopes: ['JobPosting', 'Applications'] }
const mint = (idempotencyKey: string, fields = {}, { on = accounts, employer = employerId } = {}) =>
  on.admin.post(
    `/admin/v1/employers/${employer}/api-keys`,
    { ...key, ...fields },
    { 'idempotency-key': idempotencyKey },
  )
const rotate = (id: number, idempotencyKey: string, body: unknown = { overlapSeconds: 60 }, on = accounts) =>
  on.admin.post(`/admin/v1/api-keys/${id}/rotate`, body, { 'idempotency-key': idempotencyKey })
const keysOf = async (employer: number) =>
  (await accounts.admin.get(`/admin/v1/employers/${employer}/api-keys`)).body as { id: number }[]
const idsOf = (responses: { body: { id: number; apiKey: string } }[]) =>
  new Set(responses.map(({ body }) => `${body.id} ${body.apiKey}`))

test('20 requests at once with one Idempotency-Key mint one key, which all of them show (P-427)', async () => {
  const employer = await accounts.newEmployer()
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      mint('double-click', {}, { on: i % 2 ? accounts : replica, employer }),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
  expect(idsOf(responses).size).toBe(1)
  expect(responses.filter(({ headers }) => headers.get('idempotency-replayed')).length).toBe(19)
  const [{ body }] = responses as [(typeof responses)[0]]
  expect(isWellFormed(body.apiKey)).toBe(true)
  expect((await keysOf(employer)).map(({ id }) => id)).toEqual([body.id])
  expect(await accounts.auditRows(`api-key ${body.id}`)).toHaveLength(1)
  expect(await findTextInDatabase(accounts.databaseUrl, [body.apiKey])).toEqual([])
})

test('another Idempotency-Key, another employer and none at all mint other keys', async () => {
  const other = await accounts.newEmployer()
  const responses = [await mint('one'), await mint('two'), await mint('one', {}, { employer: other })]
  const without = () => accounts.admin.post(`/admin/v1/employers/${employerId}/api-keys`, key)
  expect(idsOf([...responses, await without(), await without()]).size).toBe(5)
})

test('422: the key of another request, of one that was used, changed or made a day ago is not shown again (P-427)', async () => {
  const { body: first } = await mint('changed')
  for (const fields of [{ name: 'B' }, { scopes: ['JobPosting'] }, { expiresAt: accounts.timeIn(9e6) }]) {
    const { status, body } = await mint('changed', fields)
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused'])
    expect(body.message).toContain(`key ${first.id}, `)
  }
  expect((await mint('changed')).body.apiKey).toBe(first.apiKey)
  await accounts.deps.db.sql`update recruiter_key set last_used_at = now() where id = ${first.id}`
  expect((await mint('changed')).status).toBe(422)

  const { body: revoked } = await mint('revoked')
  await accounts.admin.delete(`/admin/v1/api-keys/${revoked.id}`)
  expect((await mint('revoked')).status).toBe(422)
  const { body: old } = await mint('old')
  await accounts.deps.db.sql`
    update recruiter_key set created_at = created_at - interval '1 day' where id = ${old.id}`
  expect((await mint('old')).status).toBe(422)
})

test('20 rotations at once with one Idempotency-Key make one successor, until it is used (P-374)', async () => {
  const { body: old } = await mint('rotated')
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      rotate(old.id, 'once', { overlapSeconds: 60 }, i % 2 ? accounts : replica),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
  expect(idsOf(responses).size).toBe(1)
  const [{ body: next }] = responses as [(typeof responses)[0]]
  expect((await rotate(old.id, 'once', { overlapSeconds: 61 })).body.code).toBe('idempotency_key_reused')
  const another = await rotate(old.id, 'again')
  expect([another.status, another.body.code]).toEqual([400, 'invalid_state'])
  expect(another.body.message).toContain(`replaced by key ${next.id}`)
  await accounts.deps.db.sql`update recruiter_key set last_used_at = now() where id = ${next.id}`
  expect((await rotate(old.id, 'once')).body.code).toBe('invalid_state')
})

test('429: a person of the employer makes at most 100 keys a day, with 20 at once; operators are not limited (P-375)', async () => {
  const employer = await accounts.newEmployer()
  const fill = KEYS_PER_DAY - 3
  await accounts.deps.db.sql`
    insert into recruiter_key (employer_id, name, scopes, hash, status, created_at, version, kv_published_version)
    select ${employer}, 'k', '{JobPosting}', md5(n::text) || md5(n::text), 'Revoked', ${accounts.deps.clock.now()}, 1, 1
    from generate_series(1, ${fill}::integer) as n`
  const persons = [accounts, replica].map((one) => one.as({ kind: 'admin', actor: 'user 12' }))
  const path = `/admin/v1/employers/${employer}/api-keys`
  const responses = await Promise.all(Array.from({ length: 20 }, (_, i) => persons[i % 2]!.post(path, key)))
  const refused = responses.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(17)
  expect(refused[0]!.body.message).toMatch(
    /^This employer has 100 new keys .* mint the key after 00:00 UTC, in \d+ s\.$/,
  )
  const { id } = responses.find(({ status }) => status === 201)!.body
  expect((await persons[0]!.post(`/admin/v1/api-keys/${id}/rotate`, {})).status).toBe(429)
  expect((await accounts.auditRows(`api-key ${id}`)).map(({ actor }) => actor)).toEqual(['user 12'])
  expect((await accounts.admin.post(path, key)).status).toBe(201)
})
