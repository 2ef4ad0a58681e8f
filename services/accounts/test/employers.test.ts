import { employerChanged } from '@jobboard/contracts/employers/events'
import { getEmployerFacts } from '@jobboard/contracts/employers/internal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, bootAccounts } from './support/boot-accounts.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await bootAccounts()
})
afterAll(() => accounts.stop())

const events = (id: number) => accounts.deps.db.sql<{
  subject: string
  payload: unknown
  aggregateVersion: number
}>`
  select subject, payload, aggregate_version from outbox where aggregate_id = ${String(id)} order by id`

test('201, 200: creating and changing an employer each publish an event and write an audit row (Admin API)', async () => {
  const created = await accounts.admin.post('/admin/v1/employers', { name: '  Fjord Ferries ' })
  expect(created.status).toBe(201)
  const { id } = created.body
  const employer = { id, name: 'Fjord Ferries', hasActiveContract: false, isTrustedPartner: false }
  expect(created.body).toEqual({ ...employer, createdAt: expect.stringMatching(/Z$/) })
  const path = `/admin/v1/employers/${id}`
  expect((await accounts.admin.get(path)).body).toEqual(created.body)

  const changed = await accounts.admin.put(path, { isTrustedPartner: true, name: null })
  expect(changed.status).toBe(200)
  expect(changed.body).toEqual({ ...created.body, isTrustedPartner: true })
  expect((await accounts.admin.get(path)).body).toEqual(changed.body)

  const data = { employerId: id, name: 'Fjord Ferries', hasActiveContract: false }
  expect(await events(id)).toEqual([
    {
      subject: employerChanged.subject,
      aggregateVersion: 1,
      payload: { ...data, isTrustedPartner: false, version: 1 },
    },
    {
      subject: employerChanged.subject,
      aggregateVersion: 2,
      payload: { ...data, isTrustedPartner: true, version: 2 },
    },
  ])
  expect(await accounts.auditRows(`employer ${id}`)).toEqual([
    {
      actor: 'olga',
      action: 'create-employer',
      before: null,
      after: created.body,
      requestId: 'test-request',
    },
    {
      ...{ actor: 'olga', action: 'update-employer', requestId: 'test-request' },
      before: created.body,
      after: changed.body,
    },
  ])
})

test('200: a patch that changes nothing publishes no event and writes no audit row', async () => {
  const id = await accounts.newEmployer()
  for (const patch of [{}, { name: null }, { name: 'Fjord Ferries', hasActiveContract: true }]) {
    expect((await accounts.admin.put(`/admin/v1/employers/${id}`, patch)).status).toBe(200)
  }
  expect(await events(id)).toHaveLength(1)
  expect(await accounts.auditRows(`employer ${id}`)).toHaveLength(1)
})

test('200: concurrent changes of one employer each publish an event; versions have no gap and no duplicate', async () => {
  const id = await accounts.newEmployer()
  const names = Array.from({ length: 12 }, (_, index) => `Name ${index}`)
  await Promise.all(names.map((name) => accounts.admin.put(`/admin/v1/employers/${id}`, { name })))
  const published = await events(id)
  expect(published.map((event) => event.aggregateVersion)).toEqual(
    Array.from({ length: 13 }, (_, index) => index + 1),
  )
  expect(await accounts.auditRows(`employer ${id}`)).toHaveLength(13)
  const facts = await accounts.internal.get(getEmployerFacts.path.replace('{employerId}', String(id)))
  expect(facts.body).toEqual({ id, name: (published.at(-1)!.payload as { name: string }).name, version: 13 })
})

const badEmployers: [what: string, body: unknown, field: string][] = [
  ['an empty name', { name: '  ' }, 'name'],
  ['a long name', { name: 'x'.repeat(201) }, 'name'],
  ['NUL in the name', { name: 'a\0b' }, 'name'],
  ['a line break in the name', { name: 'a\nb' }, 'name'],
  ['a lone surrogate in the name', { name: 'a\ud800' }, 'name'],
  ['a number for a name', { name: 7 }, 'name'],
  ['text for a flag', { name: 'A', hasActiveContract: 'yes' }, 'hasActiveContract'],
  ['a number for a flag', { name: 'A', isTrustedPartner: 1 }, 'isTrustedPartner'],
  ['a list', [], 'The body'],
]

test.each([...badEmployers, ['no name', {}, 'name'] as const])(
  '400: an employer with %s: the message names the field, and nothing is stored',
  async (_what, body, field) => {
    const count = async () => (await accounts.deps.db.sql`select 1 from employer`).length
    const before = await count()
    const response = await accounts.admin.post('/admin/v1/employers', body)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(`^${field}: `),
    })
    expect(await count()).toBe(before)
  },
)

test.each(badEmployers)(
  '400: a change to %s: the message names the field, and nothing changes',
  async (_what, body, field) => {
    const id = await accounts.newEmployer()
    const path = `/admin/v1/employers/${id}`
    const before = (await accounts.admin.get(path)).text
    const response = await accounts.admin.put(path, body)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(`^${field}: `),
    })
    expect((await accounts.admin.get(path)).text).toBe(before)
    expect(await events(id)).toHaveLength(1)
    expect(await accounts.auditRows(`employer ${id}`)).toHaveLength(1)
  },
)

test('404: an invalid and an unknown employer id, on every path of an employer (D-04)', async () => {
  const requests: [string, string, unknown][] = [
    ['GET', '', undefined],
    ['PUT', '', { name: 'A' }],
    ['POST', '/users', { name: 'A', email: 'a@b.example', role: 'Recruiter' }],
    ['GET', '/api-keys', undefined],
    ['POST', '/api-keys', { name: 'A', scopes: ['JobPosting'] }],
    ['GET', '/credits', undefined],
    ['POST', '/credits', { kind: 'CvSearch', amount: 1 }],
    ['GET', '/credits/entries', undefined],
  ]
  for (const id of ['2147483647', '0', '-1', '2147483648', 'abc', '1.5']) {
    for (const [method, tail, body] of requests) {
      const response = await accounts.admin.send(method, `/admin/v1/employers/${id}${tail}`, { body })
      expect(response.status, `${method} ${id}${tail}`).toBe(404)
      expect(response.body.code).toBe('not_found')
    }
  }
})

test('401: a recruiter on admin paths, another service on a public path', async () => {
  expect((await accounts.recruiter(1).get('/admin/v1/employers/1')).status).toBe(401)
  expect((await accounts.recruiter(1).get('/admin/v1/audit')).status).toBe(401)
  expect((await accounts.internal.get('/api/v1/employer/users')).status).toBe(401)
})

test('200: the audit log is one list, newest first, with the true total past the end (D-05)', async () => {
  await accounts.newEmployer()
  const id = await accounts.newEmployer()
  const { body } = await accounts.admin.get('/admin/v1/audit?pageSize=2')
  expect(body).toMatchObject({ page: 1, pageSize: 2 })
  expect(body.items).toHaveLength(2)
  expect(body.items[0]).toMatchObject({ service: 'accounts', actor: 'olga', object: `employer ${id}` })
  const pastTheEnd = await accounts.admin.get('/admin/v1/audit?page=2147483647&pageSize=100')
  expect(pastTheEnd.body).toEqual({
    ...{ total: body.total, page: 2147483647, pageSize: 100, items: [], nextCursor: null },
  })
  expect((await accounts.admin.get('/admin/v1/audit?pageSize=101')).status).toBe(400)
})

test('200: the audit log is filtered by actor, object and time', async () => {
  const id = await accounts.newEmployer()
  await accounts.admin.put(`/admin/v1/employers/${id}`, { name: 'Renamed' })
  const actions = async (query: string) => {
    const { body } = await accounts.admin.get(`/admin/v1/audit?${query}`)
    expect(body.total).toBe(body.items.length)
    return body.items.map(({ action }: { action: string }) => action)
  }
  const ofEmployer = `entityType=employer&entityId=${id}`
  const both = await actions(ofEmployer)
  expect(both).toHaveLength(2)
  expect(await actions(`${ofEmployer}&actor=olga`)).toEqual(both)
  expect(await actions(`${ofEmployer}&actor=somebody`)).toEqual([])
  expect(await actions(`entityType=user&entityId=${id}`)).not.toEqual(both)
  const [newest] = (await accounts.admin.get(`/admin/v1/audit?${ofEmployer}`)).body.items
  expect(await actions(`${ofEmployer}&since=${newest.at}`)).toContain(newest.action)
  expect(await actions(`${ofEmployer}&until=${newest.at}`)).not.toContain(newest.action)
  expect(await actions(`${ofEmployer}&since=2100-01-01T00:00:00Z`)).toEqual([])
  for (const query of ['since=yesterday', 'until=1', 'entityid=5'])
    expect((await accounts.admin.get(`/admin/v1/audit?${query}`)).status, query).toBe(400)
})

test('201: repetitions with the same Idempotency-Key create one employer, one event and one audit row (D-60)', async () => {
  const post = () =>
    accounts.admin.post('/admin/v1/employers', { name: 'Once' }, { 'idempotency-key': 'create-once' })
  const responses = await Promise.all(Array.from({ length: 8 }, post))
  const ids = new Set(responses.filter(({ status }) => status === 201).map(({ body }) => body.id))
  expect(ids.size).toBe(1)
  expect(responses.every(({ status }) => status === 201 || status === 409)).toBe(true)
  const [id] = ids
  expect((await post()).body.id).toBe(id)
  expect(await accounts.auditRows(`employer ${id}`)).toHaveLength(1)
  expect(await events(id)).toHaveLength(1)
})
