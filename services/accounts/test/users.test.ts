import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, bootAccounts } from './support/setup.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await bootAccounts()
})
afterAll(() => accounts.stop())

const add = (employerId: number, body: unknown, headers = {}) =>
  accounts.admin.post(`/admin/v1/employers/${employerId}/users`, body, headers)
const users = async (employerId: number) => (await accounts.of(employerId).get('/api/v1/employer/users')).body
const ada = { name: 'Ada', email: 'ada@fjord.example', role: 'Recruiter' }

test('200: a recruiter sees the users of the own employer only, newest first (Spec §4.5)', async () => {
  const [one, two] = [await accounts.employer(), await accounts.employer()]
  const first = await accounts.user(one)
  const second = await accounts.user(one)
  await accounts.user(two)
  const answer = await accounts.of(one).get('/api/v1/employer/users')
  expect(answer.status).toBe(200)
  expect(answer.body.map((user: { id: number }) => user.id)).toEqual([second, first])
  expect(answer.body[0]).toEqual({
    ...{ id: second, name: 'Ada', email: 'ada@fjord.example', role: 'EmployerAdmin' },
    createdAt: expect.stringMatching(/Z$/),
  })
  expect(await accounts.audits(`user ${first}`)).toMatchObject([
    { action: 'create-user', after: { employerId: one } },
  ])
})

test('200: an employer without users, and one that does not exist, have an empty list', async () => {
  expect(await users(await accounts.employer())).toEqual([])
  expect(await users(2_147_483_647)).toEqual([])
})

test.each(['EmployerAdmin', 'Recruiter', 'Interviewer'])(
  '201: a user with the role %s; texts are trimmed',
  async (role) => {
    const id = await accounts.employer()
    const answer = await add(id, { name: '  Åsa 💡 ', email: ' asa@fjord.example ', role, likes: 'boats' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      ...{ id: expect.any(Number), name: 'Åsa 💡', email: 'asa@fjord.example', role },
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(await users(id)).toEqual([answer.body])
  },
)

const long = 'x'.repeat(201)
test.each([
  ['no name', { name: undefined }, 'name'],
  ['an empty name', { name: '  ' }, 'name'],
  ['a long name', { name: long }, 'name'],
  ['a line break in the name', { name: 'a\nb' }, 'name'],
  ['NUL in the name', { name: 'a\0' }, 'name'],
  ['half a character in the name', { name: '\udc00' }, 'name'],
  ['a list for a name', { name: ['Ada'] }, 'name'],
  ['no email', { email: undefined }, 'email'],
  ['null for an email', { email: null }, 'email'],
  ['no e-mail address', { email: 'ada' }, 'email'],
  ['two e-mail addresses', { email: 'a@b.example, c@d.example' }, 'email'],
  ['a header in the email', { email: 'a@b.example\r\nBcc: c@d.example' }, 'email'],
  ['a long email', { email: `${long}@b.example` }, 'email'],
  ['no role', { role: undefined }, 'role'],
  ['an unknown role', { role: 'Owner' }, 'role'],
  ['a role in another case', { role: 'recruiter' }, 'role'],
])('400: a user with %s is refused by name and not stored', async (_what, field, name) => {
  const id = await accounts.employer()
  const answer = await add(id, { ...ada, ...field })
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
  expect(answer.body.message).toMatch(new RegExp(`^${name}: `))
  expect(await users(id)).toEqual([])
  expect(await accounts.deps.db.sql`select 1 from audit where after->>'employerId' = ${String(id)}`).toEqual(
    [],
  )
})

test('201: the same e-mail address twice, at one employer and at two: users are authors, not logins (P-34)', async () => {
  const [one, two] = [await accounts.employer(), await accounts.employer()]
  const ids = [await add(one, ada), await add(one, ada), await add(two, ada)].map(({ body }) => body.id)
  expect(new Set(ids).size).toBe(3)
  expect((await users(one)).map(({ id }: { id: number }) => id)).toEqual([ids[1], ids[0]])
  expect((await users(two)).map(({ id }: { id: number }) => id)).toEqual([ids[2]])
})

test('201 once: a repeat with the same Idempotency-Key makes one user; another body is 422 (D-60)', async () => {
  const id = await accounts.employer()
  const key = { 'idempotency-key': `user-${id}` }
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(id, ada, key)))
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
  expect((await add(id, ada, key)).body.id).toBe(answers.find(({ status }) => status === 201)!.body.id)
  expect((await add(id, { ...ada, name: 'Bo' }, key)).status).toBe(422)
  expect(await users(id)).toHaveLength(1)
})

test('404: a user of no employer', async () => {
  for (const id of [2_147_483_647, 0, -1]) expect((await add(id, ada)).status).toBe(404)
})
