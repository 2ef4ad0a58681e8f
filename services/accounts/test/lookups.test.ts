import { service as candidate } from '@jobboard/candidate/service'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { openNats } from '@jobboard/testkit/infra'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, bootAccounts } from './support/boot-accounts.ts'

let nats: Awaited<ReturnType<typeof openNats>>
let candidates: Booted
let accounts: Accounts
beforeAll(async () => {
  nats = await openNats()
  candidates = await boot(candidate, { natsUrl: nats.url })
  accounts = await bootAccounts({ natsUrl: nats.url, env: { CANDIDATE_URL: candidates.url } })
})
afterAll(async () => {
  await accounts.stop()
  await candidates.stop()
  await nats.stop()
})

const newCandidate = async () => {
  const form = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test' }
  const operator = candidates.as({ kind: 'admin', actor: 'operator' })
  return (await operator.post('/admin/v1/candidates', form)).body.id as number
}

test('200: employers by the start of the name, without case, newest first, with the total', async () => {
  const ids: number[] = []
  for (const name of ['Fjord Lamps', 'Ärzte', 'fjord foods', 'The Fjord', '100% Wool']) {
    ids.push(await accounts.newEmployer({ name }))
  }
  const list = async (query: string) => (await accounts.admin.get(`/admin/v1/employers${query}`)).body
  expect(await list('?q=FJORD')).toMatchObject({ total: 2, page: 1, items: [{ id: ids[2] }, { id: ids[0] }] })
  expect((await list('?q=%C3%A4r')).items).toMatchObject([{ id: ids[1], name: 'Ärzte' }])
  expect((await list('?q=100%25')).items).toMatchObject([{ id: ids[4] }])
  expect((await list('?q=%25')).items).toEqual([])
  expect(await list('?page=3&pageSize=2')).toMatchObject({ total: 5, items: [{ id: ids[0] }] })
  expect(await list('?page=9')).toMatchObject({ total: 5, items: [] })
})

test('200: the users of an employer; 404 for none', async () => {
  const employerId = await accounts.newEmployer()
  const users = [await accounts.newUser(employerId), await accounts.newUser(employerId)]
  await accounts.newUser(await accounts.newEmployer())
  const { status, body } = await accounts.admin.get(`/admin/v1/employers/${employerId}/users`)
  expect([status, body.map(({ id }: { id: number }) => id)]).toEqual([200, users.reverse()])
  expect((await accounts.admin.get('/admin/v1/employers/2147483647/users')).status).toBe(404)
})

test('200: the keys of a candidate without their text, none is an empty list; 404 for an unknown candidate', async () => {
  const id = await newCandidate()
  const path = `/admin/v1/candidates/${id}/api-keys`
  expect((await accounts.admin.get(path)).body).toEqual([])
  const body = { name: 'phone', scopes: ['Profile'] }
  const { apiKey, ...key } = (await accounts.admin.post(path, body)).body
  const newest = (await accounts.admin.post(path, body)).body
  const response = await accounts.admin.get(path)
  expect([response.status, response.body[1]]).toEqual([200, key])
  expect(response.body[0].id).toBe(newest.id)
  expect(response.text).not.toContain(apiKey)
  expect((await accounts.admin.get('/admin/v1/candidates/2147483647/api-keys')).status).toBe(404)
})

test('200: a key of either kind and whose it is; 404 for none', async () => {
  const employerId = await accounts.newEmployer()
  const candidateId = await newCandidate()
  const read = (id: number) => accounts.admin.get(`/admin/v1/api-keys/${id}`)
  for (const [path, kind, owner] of [
    [`/admin/v1/employers/${employerId}/api-keys`, 'recruiter', { employerId }],
    [`/admin/v1/candidates/${candidateId}/api-keys`, 'candidate', { candidateId }],
  ] as const) {
    const { apiKey, ...key } = (await accounts.admin.post(path, { name: 'k', scopes: ['Applications'] })).body
    const response = await read(key.id)
    expect([response.status, response.body]).toEqual([200, { ...key, kind, ...owner }])
    expect(response.text).not.toContain(apiKey)
  }
  expect((await read(2_147_483_647)).status).toBe(404)
})
