import { MAX_STAFF } from '@jobboard/contracts/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, bootAccounts } from './support/boot-accounts.ts'

let accounts: Accounts
let replica: Accounts
beforeAll(async () => {
  accounts = await bootAccounts()
  const { databaseUrl, natsUrl } = accounts
  replica = await bootAccounts({ databaseUrl, natsUrl })
})
afterAll(async () => {
  await replica.stop()
  await accounts.stop()
})

const PATH = '/admin/v1/staff'
const ines = (email: string, role = 'viewer') => ({ name: 'Ines', email, role })
const create = (body: unknown, on = accounts) => on.admin.post(PATH, body)
const list = async () => (await accounts.admin.get(PATH)).body
const read = (id: number) => accounts.internal.get(`/internal/v1/staff/${id}`)
const find = async (email: string) =>
  (await accounts.internal.post('/internal/v1/users/find', { email })).body.staff
const refusalsOf = (responses: { status: number; body: { code: string } }[]) =>
  responses.filter(({ status }) => status !== 201).map(({ status, body }) => `${status} ${body.code}`)

test('a member is created, listed, read, found, changed and removed; audit rows have no name (P-423)', async () => {
  const { status, body: member } = await create(ines('Ines@board.example'))
  expect([status, member]).toMatchObject([201, { name: 'Ines', email: 'Ines@board.example', role: 'viewer' }])
  expect(await list()).toEqual([member])
  const { createdAt: _, ...person } = member
  expect((await read(member.id)).body).toEqual(person)
  expect(await find('INES@board.example')).toEqual(person)

  const path = `${PATH}/${member.id}`
  const changed = await accounts.admin.put(path, { role: 'operator' })
  expect([changed.status, changed.body]).toEqual([200, { ...member, role: 'operator' }])
  expect((await accounts.admin.put(path, { role: 'operator', name: null })).body).toEqual(changed.body)
  expect((await accounts.admin.delete(path)).status).toBe(204)
  expect([await list(), await find('ines@board.example'), (await read(member.id)).status]).toEqual([
    [],
    null,
    404,
  ])
  expect([(await accounts.admin.delete(path)).status, (await accounts.admin.put(path, {})).status]).toEqual([
    404, 404,
  ])

  const rows = await accounts.auditRows(`staff ${member.id}`)
  expect(rows.map(({ action }) => action)).toEqual(['create-staff', 'update-staff', 'delete-staff'])
  expect(rows[1]).toMatchObject({ before: { role: 'viewer' }, after: { id: member.id, role: 'operator' } })
  expect(JSON.stringify(rows)).not.toMatch(/ines/i)
  const again = await create(ines('ines@board.example'))
  expect([again.status, again.body.id > member.id]).toEqual([201, true])
})

test('409: one member has an address, in any letter case, with 20 creations at once (P-423)', async () => {
  const cases = ['leo@board.example', 'LEO@board.example', 'Leo@Board.example']
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) => create(ines(cases[i % 3]!), i % 2 ? accounts : replica)),
  )
  const refusals = refusalsOf(responses)
  expect([refusals.length, new Set(refusals)]).toEqual([19, new Set(['409 already_exists'])])
  const { id } = responses.find(({ status }) => status === 201)!.body
  expect((await create(ines('leo@board.example'))).body.message).toBe(
    `email: member ${id} of the staff has this address; change that member instead of creating another.`,
  )
})

test.each([
  [{ name: '', email: 'a@board.example', role: 'viewer' }, 'name'],
  [{ name: 'A', email: 'nobody', role: 'viewer' }, 'email'],
  [{ name: 'A', email: 'a@board.example', role: 'admin' }, 'role'],
])('400: %j is refused with the field', async (body, field) => {
  const response = await create(body)
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(response.body.message).toContain(`${field}: `)
})

test('409: at most 200 members, with 20 creations at once over two replicas (P-423)', async () => {
  const { length } = await list()
  await accounts.deps.db.sql`
    insert into staff (name, email, role, created_at)
    select 'Bo', 'bo' || n || '@board.example', 'viewer', now()
    from generate_series(1, ${MAX_STAFF - 2 - length}::integer) as n`
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) => create(ines(`many${i}@board.example`), i % 2 ? accounts : replica)),
  )
  const refusals = refusalsOf(responses)
  expect([refusals.length, new Set(refusals)]).toEqual([18, new Set(['409 limit_reached'])])
  expect(await list()).toHaveLength(MAX_STAFF)
})
