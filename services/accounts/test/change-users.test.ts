import { MAX_USERS_EVER_PER_EMPLOYER, MAX_USERS_PER_EMPLOYER } from '@jobboard/contracts/limits'
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

type Role = 'EmployerAdmin' | 'Recruiter' | 'Interviewer'
const pathOf = (employerId: number, id?: number) =>
  `/admin/v1/employers/${employerId}/users${id === undefined ? '' : `/${id}`}`
const create = async (employerId: number, role: Role, email = 'ada@fjord.example') => {
  const response = await accounts.admin.post(pathOf(employerId), { name: 'Ada', email, role })
  expect(response.status, response.text).toBe(201)
  return response.body.id as number
}
const change = (employerId: number, id: number, body: unknown, on = accounts) =>
  on.admin.put(pathOf(employerId, id), body)
const remove = (employerId: number, id: number, on = accounts) => on.admin.delete(pathOf(employerId, id))
const listed = async (employerId: number) =>
  (await accounts.admin.get(pathOf(employerId))).body as { id: number; role: Role; name: string }[]
const find = async (email: string) =>
  (await accounts.internal.post('/internal/v1/users/find', { email })).body
const refusals = (responses: { status: number; body: { code?: string } }[]) =>
  responses.filter(({ status }) => status >= 300).map(({ status, body }) => `${status} ${body.code}`)

test('200: name and role change, the address does not; no change leaves no audit row (P-421)', async () => {
  const employerId = await accounts.newEmployer()
  const id = await create(employerId, 'Interviewer')
  const changed = await change(employerId, id, { name: ' Ida ', role: 'Recruiter', email: 'x@y.example' })
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { id, name: 'Ida', role: 'Recruiter', email: 'ada@fjord.example' },
  ])
  expect(await listed(employerId)).toEqual([changed.body])
  expect((await change(employerId, id, { name: 'Ida', role: null })).body).toEqual(changed.body)
  const rows = await accounts.auditRows(`user ${id}`)
  expect(rows.map(({ action }) => action)).toEqual(['create-user', 'update-user'])
  expect(rows[1]).toMatchObject({
    before: { role: 'Interviewer' },
    after: { id, employerId, role: 'Recruiter' },
  })
  expect(JSON.stringify(rows)).not.toMatch(/Ida|Ada|fjord/)
})

test('204: a removed user is in no list, gets no mail, cannot be chosen for a key; the key made before works without a user', async () => {
  const employerId = await accounts.newEmployer()
  const [stays, id] = [
    await create(employerId, 'EmployerAdmin', 'eva@fjord.example'),
    await create(employerId, 'EmployerAdmin'),
  ]
  const key = await accounts.mint(employerId, { userId: id })
  expect((await remove(employerId, id)).status).toBe(204)
  expect((await listed(employerId)).map((user) => user.id)).toEqual([stays])
  expect((await accounts.recruiter(employerId).get('/api/v1/employer/users')).body).toHaveLength(1)
  const { emails } = (await accounts.internal.get(`/internal/v1/employers/${employerId}/admins`)).body
  expect(emails).toEqual(['eva@fjord.example'])
  const body = { name: 'ATS', scopes: ['JobPosting'], userId: id }
  expect((await accounts.admin.post(`/admin/v1/employers/${employerId}/api-keys`, body)).status).toBe(400)
  expect(await accounts.findRecord(key.apiKey)).toMatchObject({ status: 'Active', userId: null })
  expect((await accounts.internal.get(`/internal/v1/users/${id}`)).status).toBe(404)
  expect([(await remove(employerId, id)).status, (await change(employerId, id, {})).status]).toEqual([
    404, 404,
  ])
})

test("404: another employer's user is byte-identical to a missing one, for a change and a removal (D-19)", async () => {
  const [own, other] = [await accounts.newEmployer(), await accounts.newEmployer()]
  const id = await create(other, 'Recruiter')
  for (const call of [
    remove,
    (employerId: number, userId: number) => change(employerId, userId, { name: 'X' }),
  ]) {
    const [others, missing] = [await call(own, id), await call(own, 2_147_483_647)]
    expect([others.status, others.text]).toEqual([404, missing.text])
  }
  expect((await listed(other)).map(({ name }) => name)).toEqual(['Ada'])
})

test('400: an empty name, an unknown role and a name of 201 characters are refused with the field', async () => {
  const employerId = await accounts.newEmployer()
  const id = await create(employerId, 'Recruiter')
  for (const [body, field] of [
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ role: 'Owner' }, 'role'],
  ] as const) {
    const response = await change(employerId, id, body)
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
    expect(response.body.message).toContain(`${field}: `)
  }
})

test('one EmployerAdmin stays, with removals and demotions at once over two replicas (P-421)', async () => {
  const employers = await Promise.all(Array.from({ length: 10 }, () => accounts.newEmployer()))
  const pairs = []
  for (const employerId of employers)
    for (const on of [accounts, replica])
      pairs.push({
        employerId,
        on,
        id: await create(employerId, 'EmployerAdmin', `${pairs.length}@fjord.example`),
      })
  const responses = await Promise.all(
    pairs.map(({ employerId, on, id }, i) =>
      i % 4 < 2 ? remove(employerId, id, on) : change(employerId, id, { role: 'Recruiter' }, on),
    ),
  )
  expect(refusals(responses)).toEqual(employers.map(() => '400 invalid_state'))
  for (const employerId of employers) {
    const [admin, ...more] = (await listed(employerId)).filter(({ role }) => role === 'EmployerAdmin')
    expect(more).toEqual([])
    expect((await remove(employerId, admin!.id)).body.message).toBe(
      `User ${admin!.id} is the last EmployerAdmin of the employer; make another user EmployerAdmin first.`,
    )
  }
})

test('409: an employer has at most 500 users, with 20 creations at once, and at most 5 000 ever (P-421)', async () => {
  const employerId = await accounts.newEmployer()
  const fill = (count: number) => accounts.deps.db.sql`
    insert into employer_user (employer_id, name, email, role, created_at)
    select ${employerId}, 'Bo', 'bo@fjord.example', 'Recruiter', now() from generate_series(1, ${count}::integer)`
  await fill(MAX_USERS_PER_EMPLOYER - 3)
  let count = 0
  const createAtOnce = () =>
    Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? accounts : replica).admin.post(pathOf(employerId), {
          name: 'Ada',
          email: `ada.${++count}@fjord.example`,
          role: 'Recruiter',
        }),
      ),
    )
  const first = refusals(await createAtOnce())
  expect([first.length, new Set(first)]).toEqual([17, new Set(['409 limit_reached'])])
  expect(await listed(employerId)).toHaveLength(MAX_USERS_PER_EMPLOYER)

  await accounts.deps.db.sql`update employer_user set removed_at = now() where employer_id = ${employerId}`
  await fill(1)
  await accounts.deps.db.sql`
    insert into employer_user (employer_id, name, email, role, created_at, removed_at)
    select ${employerId}, 'Bo', 'bo@fjord.example', 'Recruiter', now(), now()
    from generate_series(1, ${MAX_USERS_EVER_PER_EMPLOYER - MAX_USERS_PER_EMPLOYER - 3}::integer)`
  expect(refusals(await createAtOnce())).toHaveLength(18)
})

test('200: who signs in with an address, in any letter case, of all employers, without those removed', async () => {
  const employers = [await accounts.newEmployer(), await accounts.newEmployer({ name: 'Fjord Lamps' })]
  const ids = []
  for (const employerId of employers) ids.push(await create(employerId, 'Recruiter', 'Asa@Fjord.example'))
  const before = await accounts.newEmployer()
  await remove(before, await create(before, 'Recruiter', 'aSa@fjord.example'))
  expect(await find('nobody@fjord.example')).toEqual({ users: [], staff: null })
  const { users } = await find('aSa@fjord.example')
  const ada = { name: 'Ada', role: 'Recruiter', timeZone: 'UTC' }
  expect(users).toEqual([
    { id: ids[0], employerId: employers[0], employerName: 'Fjord Ferries', ...ada },
    { id: ids[1], employerId: employers[1], employerName: 'Fjord Lamps', ...ada },
  ])
  expect((await accounts.internal.get(`/internal/v1/users/${ids[1]}`)).body).toEqual({
    ...users[1],
    email: 'Asa@Fjord.example',
  })
})

test('200: twins that a release before stored keep nobody of another employer out, and are changed and removed', async () => {
  const [squatter, employerId] = [await accounts.newEmployer(), await accounts.newEmployer()]
  await accounts.deps.db.sql`
    insert into employer_user (employer_id, name, email, role, created_at)
    select ${squatter}, 'Vic', 'Many@fjord.example', 'EmployerAdmin', now() from generate_series(1, 30)`
  const { emails } = (await accounts.internal.get(`/internal/v1/employers/${squatter}/admins`)).body
  expect(emails).toEqual(['Many@fjord.example'])
  const id = await create(employerId, 'Recruiter', 'many@fjord.example')
  const { users } = await find('MANY@fjord.example')
  expect(users).toHaveLength(31)
  expect(users.at(-1)).toMatchObject({ id, employerId })
  const [first, second] = users.map((user: { id: number }) => user.id)
  expect((await change(squatter, first, { name: 'Vicky' })).status).toBe(200)
  expect((await remove(squatter, second)).status).toBe(204)
  const twin = { name: 'Vic', email: 'many@FJORD.example', role: 'Recruiter' }
  expect((await accounts.admin.post(pathOf(squatter), twin)).body).toMatchObject({
    code: 'already_exists',
    message: expect.stringContaining(`user ${first} `),
  })
})
