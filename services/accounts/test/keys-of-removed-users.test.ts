import { readFileSync } from 'node:fs'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, bootAccounts, type Minted } from './support/boot-accounts.ts'

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

const pathOf = (employerId: number) => `/admin/v1/employers/${employerId}`
const remove = (employerId: number, userId: number, on = accounts) =>
  on.admin.delete(`${pathOf(employerId)}/users/${userId}`)
const setUser = (keyId: number, userId: unknown, on = accounts) =>
  on.admin.put(`/admin/v1/api-keys/${keyId}/user`, { userId })
const rotate = (keyId: number, on = accounts) =>
  on.admin.post(`/admin/v1/api-keys/${keyId}/rotate`, { overlapSeconds: 60 })
const listed = async (employerId: number) =>
  (await accounts.admin.get(`${pathOf(employerId)}/api-keys`)).body as { id: number; userId: number | null }[]

/** An employer with an EmployerAdmin who stays and a user who is removed. */
async function newPair() {
  const employerId = await accounts.newEmployer()
  const stays = await accounts.newUser(employerId)
  return { employerId, stays, leaves: await accounts.newUser(employerId) }
}
const inBucket = (key: Minted, wanted: object) =>
  eventually('the key bucket has it', async () => {
    const record = await accounts.bucketRecord(key.apiKey)
    return (
      record !== undefined && Object.entries(wanted).every(([name, value]) => record[name as 'id'] === value)
    )
  })

test('204: the keys of a removed user work on without a user, for the gateways too; one audit row each (D-67)', async () => {
  const { employerId, stays, leaves } = await newPair()
  const [one, two] = [
    await accounts.mint(employerId, { userId: leaves }),
    await accounts.mint(employerId, { userId: leaves }),
  ]
  const other = await accounts.mint(employerId, { userId: stays })
  const revoked = await accounts.mint(employerId, { userId: leaves })
  await accounts.admin.delete(`/admin/v1/api-keys/${revoked.id}`)
  await inBucket(one, { userId: leaves })
  expect((await remove(employerId, leaves)).status).toBe(204)
  for (const key of [one, two]) {
    expect(await accounts.findRecord(key.apiKey)).toMatchObject({
      status: 'Active',
      userId: null,
      version: 2,
    })
    await inBucket(key, { userId: null, status: 'Active' })
    expect((await accounts.auditRows(`api-key ${key.id}`)).at(-1)).toMatchObject({
      ...{ actor: 'olga', action: 'set-key-user', before: { userId: leaves } },
      after: { userId: null, status: 'Active' },
    })
  }
  expect(await accounts.findRecord(other.apiKey)).toMatchObject({ userId: stays, version: 1 })
  expect(await accounts.findRecord(revoked.apiKey)).toMatchObject({ status: 'Revoked', userId: leaves })
  const users = new Map((await listed(employerId)).map(({ id, userId }) => [id, userId]))
  expect([one, two, other].map(({ id }) => users.get(id))).toEqual([null, null, stays])
  const successor = await rotate(one.id)
  expect([successor.status, successor.body.userId]).toEqual([201, null])
})

test('200: a key is moved to another user, also after its user was removed; again, nothing changes (D-67)', async () => {
  const { employerId, stays, leaves } = await newPair()
  const key = await accounts.mint(employerId, { userId: leaves })
  await remove(employerId, leaves)
  const moved = await setUser(key.id, stays)
  expect([moved.status, moved.body]).toMatchObject([200, { id: key.id, userId: stays, status: 'Active' }])
  expect(JSON.stringify(moved.body)).not.toContain(key.apiKey)
  await inBucket(key, { userId: stays, version: 3 })
  expect((await setUser(key.id, stays)).body).toEqual(moved.body)
  const rows = await accounts.auditRows(`api-key ${key.id}`)
  expect(rows.map(({ action }) => action)).toEqual(['mint-recruiter-key', 'set-key-user', 'set-key-user'])
})

test("400: to a removed user, another employer's, none; and of a key that has ended. 404: of a candidate and unknown", async () => {
  const { employerId, stays, leaves } = await newPair()
  const key = await accounts.mint(employerId, { userId: stays })
  await remove(employerId, leaves)
  const foreign = await accounts.newUser(await accounts.newEmployer())
  for (const userId of [leaves, foreign, 2_147_483_647, 0, null, undefined, '7', {}]) {
    const { status, body } = await setUser(key.id, userId)
    expect([userId, status, body.code]).toEqual([userId, 400, 'invalid_request'])
    expect(body.message).toMatch(/^userId: /)
  }
  expect(await accounts.findRecord(key.apiKey)).toMatchObject({ userId: stays, version: 1 })
  await accounts.admin.delete(`/admin/v1/api-keys/${key.id}`)
  const other = await accounts.newUser(employerId)
  expect((await setUser(key.id, other)).body).toMatchObject({ code: 'invalid_state' })
  const candidateKey = await accounts.mintForCandidate(1).catch(() => undefined)
  for (const id of [2_147_483_647, candidateKey?.id ?? 2_147_483_646]) {
    expect((await setUser(id, stays)).status).toBe(404)
  }
})

test('no key names a removed user, with mints, rotations and moves at the moment of the removal over two replicas (D-67)', async () => {
  for (let round = 0; round < 6; round++) {
    const { employerId, stays, leaves } = await newPair()
    const keys = []
    for (let n = 0; n < 4; n++) keys.push(await accounts.mint(employerId, { userId: n % 2 ? leaves : stays }))
    const mint = (on: Accounts) =>
      on.admin.post(`${pathOf(employerId)}/api-keys`, { name: 'x', scopes: ['JobPosting'], userId: leaves })
    const work = [
      ...[accounts, replica, accounts, replica].map((on) => () => mint(on)),
      ...keys.map(
        ({ id }, n) =>
          () =>
            rotate(id, n % 2 ? accounts : replica),
      ),
      ...keys.map(
        ({ id }, n) =>
          () =>
            setUser(id, leaves, n % 2 ? replica : accounts),
      ),
    ]
    const at = (round * work.length) / 6
    const all = [...work.slice(0, at), () => remove(employerId, leaves), ...work.slice(at)]
    const responses = await Promise.all(all.map((call) => call()))
    for (const { status, text } of responses) expect([200, 201, 204, 400], text).toContain(status)
    const left = await accounts.deps.db.sql`
      select id from recruiter_key where user_id = ${leaves} and status <> 'Revoked'`
    expect(left).toEqual([])
  }
})

test('the migration takes the user from keys of users who were removed before, in place', async () => {
  const { employerId, leaves } = await newPair()
  const key = await accounts.mint(employerId, { userId: leaves })
  await inBucket(key, { userId: leaves })
  const { sql } = accounts.deps.db
  await sql`update employer_user set removed_at = now() where id = ${leaves}`
  const file = new URL('../migrations/0160_keys_of_removed_users.sql', import.meta.url)
  const text = readFileSync(file, 'utf8')
  await sql(Object.assign([text], { raw: [text] }) as unknown as TemplateStringsArray)
  expect(await accounts.findRecord(key.apiKey)).toMatchObject({ userId: null, status: 'Active', version: 2 })
  await inBucket(key, { userId: null })
})
