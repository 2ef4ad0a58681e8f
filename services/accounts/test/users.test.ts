import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Accounts, bootAccounts } from './support/boot-accounts.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await bootAccounts()
})
afterAll(() => accounts.stop())

const createUser = (employerId: number, body: unknown, headers = {}) =>
  accounts.admin.post(`/admin/v1/employers/${employerId}/users`, body, headers)
const users = async (employerId: number) =>
  (await accounts.recruiter(employerId).get('/api/v1/employer/users')).body
const ada = { name: 'Ada', email: 'ada@fjord.example', role: 'Recruiter' }

test('200: a recruiter lists the users of their own employer, newest first (Spec §4.5)', async () => {
  const [one, two] = [await accounts.newEmployer(), await accounts.newEmployer()]
  const first = await accounts.newUser(one)
  const second = await accounts.newUser(one)
  await accounts.newUser(two)
  const response = await accounts.recruiter(one).get('/api/v1/employer/users')
  expect(response.status).toBe(200)
  expect(response.body.map((user: { id: number }) => user.id)).toEqual([second, first])
  expect(response.body[0]).toEqual({
    ...{ id: second, name: 'Ada', email: 'ada.2@fjord.example', role: 'EmployerAdmin' },
    createdAt: expect.stringMatching(/Z$/),
  })
  expect(await accounts.auditRows(`user ${first}`)).toMatchObject([
    { action: 'create-user', after: { employerId: one } },
  ])
})

test('200: the list is empty for an employer without users and for an unknown one', async () => {
  expect(await users(await accounts.newEmployer())).toEqual([])
  expect(await users(2_147_483_647)).toEqual([])
})

test.each(['EmployerAdmin', 'Recruiter', 'Interviewer'])(
  '201: a user with the role %s; texts are trimmed',
  async (role) => {
    const id = await accounts.newEmployer()
    const response = await createUser(id, {
      name: '  Åsa 💡 ',
      email: ' asa@fjord.example ',
      role,
      likes: 'boats',
    })
    expect(response.status).toBe(201)
    expect(response.body).toEqual({
      ...{ id: expect.any(Number), name: 'Åsa 💡', email: 'asa@fjord.example', role },
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(await users(id)).toEqual([response.body])
  },
)

const long = 'x'.repeat(201)
test.each([
  ['no name', { name: undefined }, 'name'],
  ['an empty name', { name: '  ' }, 'name'],
  ['a long name', { name: long }, 'name'],
  ['a line break in the name', { name: 'a\nb' }, 'name'],
  ['NUL in the name', { name: 'a\0' }, 'name'],
  ['a lone surrogate in the name', { name: '\udc00' }, 'name'],
  ['a list for a name', { name: ['Ada'] }, 'name'],
  ['no email', { email: undefined }, 'email'],
  ['null for an email', { email: null }, 'email'],
  ['an invalid e-mail address', { email: 'ada' }, 'email'],
  ['two e-mail addresses', { email: 'a@b.example, c@d.example' }, 'email'],
  ['a header in the email', { email: 'a@b.example\r\nBcc: c@d.example' }, 'email'],
  ['a long email', { email: `${long}@b.example` }, 'email'],
  ['no role', { role: undefined }, 'role'],
  ['an unknown role', { role: 'Owner' }, 'role'],
  ['a role in another case', { role: 'recruiter' }, 'role'],
])('400: a user with %s: the message names the field, and nothing is stored', async (_what, field, name) => {
  const id = await accounts.newEmployer()
  const response = await createUser(id, { ...ada, ...field })
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(response.body.message).toMatch(new RegExp(`^${name}: `))
  expect(await users(id)).toEqual([])
  expect(await accounts.deps.db.sql`select 1 from audit where after->>'employerId' = ${String(id)}`).toEqual(
    [],
  )
})

test('409: an employer has one user with an address, in any letter case; other employers have their own (P-34)', async () => {
  const [one, two] = [await accounts.newEmployer(), await accounts.newEmployer()]
  const { id: first } = (await createUser(one, ada)).body
  for (const email of ['ada@fjord.example', 'ADA@Fjord.Example', ' ada@fjord.example ']) {
    const refused = await createUser(one, { ...ada, name: 'Bo', role: 'Interviewer', email })
    const message = `email: user ${first} of this employer has this address; change that user, or remove it first.`
    expect([refused.status, refused.body]).toEqual([409, { code: 'already_exists', message }])
  }
  expect((await users(one)).map(({ id }: { id: number }) => id)).toEqual([first])
  const second = await createUser(two, ada)
  expect(second.status).toBe(201)
  expect((await users(two)).map(({ id }: { id: number }) => id)).toEqual([second.body.id])
  expect((await accounts.admin.delete(`/admin/v1/employers/${one}/users/${first}`)).status).toBe(204)
  expect((await createUser(one, ada)).status).toBe(201)
})

test('one of 20 invitations of an address at once, over two replicas, makes a user (P-34)', async () => {
  const { databaseUrl, natsUrl } = accounts
  const replica = await bootAccounts({ databaseUrl, natsUrl })
  onTestFinished(() => replica.stop())
  const id = await accounts.newEmployer()
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      (i % 2 ? accounts : replica).admin.post(`/admin/v1/employers/${id}/users`, {
        ...ada,
        email: i % 3 ? ada.email : ada.email.toUpperCase(),
      }),
    ),
  )
  const statuses = responses.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, ...Array(19).fill(409)])
  expect(await users(id)).toHaveLength(1)
})

test('201: repetitions with the same Idempotency-Key create one user; 422 with another body (D-60)', async () => {
  const id = await accounts.newEmployer()
  const key = { 'idempotency-key': `user-${id}` }
  const responses = await Promise.all(Array.from({ length: 8 }, () => createUser(id, ada, key)))
  expect(responses.every(({ status }) => status === 201 || status === 409)).toBe(true)
  expect((await createUser(id, ada, key)).body.id).toBe(
    responses.find(({ status }) => status === 201)!.body.id,
  )
  expect((await createUser(id, { ...ada, name: 'Bo' }, key)).status).toBe(422)
  expect(await users(id)).toHaveLength(1)
})

test('404: a user of an unknown employer', async () => {
  for (const id of [2_147_483_647, 0, -1]) expect((await createUser(id, ada)).status).toBe(404)
})
