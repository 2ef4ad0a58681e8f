import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, bootAccounts } from './support/boot-accounts.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await bootAccounts()
})
afterAll(() => accounts.stop())

interface Row {
  id: number
  actor: string
  action: string
  object: string
  requestId: string | null
}
const auditOf = async (employerId: number, query = '') => {
  const response = await accounts.admin.get(`/admin/v1/employers/${employerId}/audit?${query}`)
  expect(response.status).toBe(200)
  return response.body as { total: number; items: Row[]; nextCursor: string | null }
}

/** An employer with a user and a key, and what both and an operator did. */
async function openEmployer() {
  const employerId = await accounts.newEmployer()
  const path = `/admin/v1/employers/${employerId}`
  const { body: user } = await accounts.admin.post(`${path}/users`, {
    ...{ name: 'Ada Berg', email: `ada-${employerId}@people.example`, role: 'EmployerAdmin' },
  })
  const person = accounts.as({ kind: 'admin', actor: `user ${user.id}` })
  const { body: key } = await person.post(`${path}/api-keys`, { name: 'Careers', scopes: ['JobPosting'] })
  const holder = {
    ...{ kind: 'recruiter' as const, employerId, userId: null, keyId: key.id as number, scopes: [] },
  }
  await accounts.as(holder).post('/api/v1/key/rotate', {})
  return { employerId, userId: user.id as number, keyId: key.id as number }
}

test('200: an employer reads its own changes; who of the platform made one, and its request, are not said (P-660)', async () => {
  const { employerId, userId, keyId } = await openEmployer()
  const { items, total } = await auditOf(employerId)
  expect(total).toBe(items.length)
  expect(items.map(({ actor, action, object }) => [actor, action, object])).toEqual([
    [`key ${keyId}`, 'rotate-key', `api-key ${keyId}`],
    [`user ${userId}`, 'mint-recruiter-key', `api-key ${keyId}`],
    ['platform', 'create-user', `user ${userId}`],
    ['platform', 'create-employer', `employer ${employerId}`],
  ])
  for (const row of items) expect(row).not.toHaveProperty('service')
  expect(items.map(({ requestId }) => requestId === null)).toEqual([false, false, true, true])
  expect(JSON.stringify(items)).not.toContain('olga')
  const actors = async (query: string) => (await auditOf(employerId, query)).items.map(({ actor }) => actor)
  expect(await actors('actor=platform')).toEqual(['platform', 'platform'])
  expect(await actors(`actor=user%20${userId}`)).toEqual([`user ${userId}`])
  expect(await actors('actor=olga')).toEqual([])
})

test('200: one employer reads nothing of another, by no filter and no cursor; 404 for none (P-660)', async () => {
  const [own, other] = [await openEmployer(), await openEmployer()]
  const ids = new Set((await auditOf(other.employerId)).items.map(({ id }) => id))
  for (const query of [
    '',
    `actor=user%20${other.userId}`,
    `actor=key%20${other.keyId}`,
    `entityId=${other.userId}`,
    `entityType=employer&entityId=${other.employerId}`,
    `cursor=${[...ids][0]}`,
  ]) {
    const { items } = await auditOf(own.employerId, query)
    expect(items.filter(({ id }) => ids.has(id))).toEqual([])
  }
  expect((await accounts.admin.get('/admin/v1/employers/2147483647/audit')).status).toBe(404)
  expect((await accounts.recruiter(own.employerId).get(`/admin/v1/employers/1/audit`)).status).toBe(401)
})

test('200: the cursor reads each row once; 400 for another text, and beside a page', async () => {
  const { employerId } = await openEmployer()
  const all = (await auditOf(employerId)).items
  for (const path of [
    `/admin/v1/employers/${employerId}/audit?`,
    `/admin/v1/audit?employerId=${employerId}&`,
  ]) {
    const seen: number[] = []
    let cursor = ''
    do {
      const { body } = await accounts.admin.get(`${path}pageSize=1${cursor && `&cursor=${cursor}`}`)
      expect(body.total).toBe(all.length)
      seen.push(...body.items.map(({ id }: Row) => id))
      cursor = body.nextCursor
    } while (cursor)
    expect(seen).toEqual(all.map(({ id }) => id))
    for (const wrong of ['cursor=x', 'cursor=', 'cursor=1&page=2', `cursor=${'9'.repeat(16)}`])
      expect([wrong, (await accounts.admin.get(path + wrong)).status]).toEqual([wrong, 400])
    expect((await accounts.admin.get(`${path}cursor=999999999999999`)).body.items).toEqual([])
  }
})

test('200: names of actors and objects, of now, also of removed users; unknown ones and other texts have none', async () => {
  const { employerId, userId, keyId } = await openEmployer()
  await accounts.admin.put(`/admin/v1/employers/${employerId}/users/${userId}`, { name: 'Ada Lind' })
  const objects = [`user ${userId}`, `api-key ${keyId}`, `key ${keyId}`, `employer ${employerId}`]
  const strange = ['user 2000000000', 'user x', 'job 1', "user 1'; --", 'operator', '']
  const { status, body } = await accounts.internal.post('/internal/v1/audit/names', {
    objects: [...objects, ...strange],
  })
  expect(status).toBe(200)
  expect(Object.keys(body.names).sort()).toEqual([...objects].sort())
  expect(body.names).toMatchObject({ [objects[0]!]: 'Ada Lind', [objects[1]!]: 'Careers' })
})

test('rows of the release before get their employer from what they name', async () => {
  const { sql } = accounts.deps.db
  const { employerId } = await openEmployer()
  const before = (await auditOf(employerId)).items
  await sql`update audit set employer_id = null`
  expect((await auditOf(employerId)).items).toEqual([])
  const file = new URL('../migrations/0186_employer_of_older_audit.sql', import.meta.url)
  await sql([readFileSync(file, 'utf8')] as unknown as TemplateStringsArray)
  expect((await auditOf(employerId)).items).toEqual(before)
})
