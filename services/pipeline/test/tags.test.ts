import { expect, test } from 'vitest'
import { recruiterOf } from './support/recruiters.ts'
import { startPipeline, startReplica } from './support/start-pipeline.ts'

// Two replicas on one database; the first owns it.
const services = await startPipeline()
const replica = await startReplica(services)

let employers = 100
async function newApplications(count: number) {
  const employerId = employers++
  const created = await Promise.all(
    Array.from({ length: count }, () => services.newApplication({ employerId })),
  )
  const ids = created.map(({ data }) => data.applicationId)
  const recruiter = services.recruiter(employerId)
  return {
    employerId,
    ids,
    recruiter,
    candidate: created[0]!.data.candidate,
    assign: (id: number, label: string) => recruiter.post(`/api/v1/applications/${id}/tags`, { label }),
    remove: (id: number, label: string) =>
      recruiter.delete(`/api/v1/applications/${id}/tags/${encodeURIComponent(label)}`),
    tagsOf: async (id: number) => (await recruiter.get(`/api/v1/applications/${id}/tags`)).body,
    tags: async () => (await recruiter.get('/api/v1/tags')).body,
  }
}

test('200: labels that differ in marks after the 30th of a letter are one tag (P-595)', async () => {
  const { ids, assign, remove, tagsOf } = await newApplications(1)
  const kept = `x${'\u0323'.repeat(30)}`
  const label = kept.normalize('NFC')
  expect((await assign(ids[0]!, `${kept}${'\u0323'.repeat(19)}`)).body).toEqual({ label, usageCount: 1 })
  expect((await assign(ids[0]!, `${kept}\u0301`)).body).toEqual({ label, usageCount: 1 })
  expect((await remove(ids[0]!, `${kept}\u0323`)).status).toBe(204)
  expect(await tagsOf(ids[0]!)).toEqual([])
})

test('200: labels that differ in letter case or surrounding spaces are one tag; a repeat changes nothing (D-27)', async () => {
  const { ids, assign, tagsOf, tags } = await newApplications(2)
  const first = await assign(ids[0]!, '  Straße ')
  expect([first.status, first.body]).toEqual([200, { label: 'strasse', usageCount: 1 }])
  expect((await assign(ids[0]!, 'STRASSE')).body).toEqual({ label: 'strasse', usageCount: 1 })
  expect((await assign(ids[1]!, 'strasse')).body).toEqual({ label: 'strasse', usageCount: 2 })
  await assign(ids[0]!, 'Abc')
  expect(await tagsOf(ids[0]!)).toEqual([
    { label: 'abc', usageCount: 1 },
    { label: 'strasse', usageCount: 2 },
  ])
  expect(await tags()).toEqual([
    { label: 'abc', usageCount: 1 },
    { label: 'strasse', usageCount: 2 },
  ])
})

test("200: a tag shows on every application of the candidate to the employer, and on no other employer's", async () => {
  const { ids, assign, employerId, candidate, tagsOf, tags } = await newApplications(1)
  const second = await services.newApplication({ employerId, candidate })
  const elsewhere = await services.newApplication({ employerId: employerId + 500, candidate })
  await assign(ids[0]!, 'Baker')
  expect(await tagsOf(second.data.applicationId)).toEqual([{ label: 'baker', usageCount: 1 }])
  // Both applications have the same candidate: the count is per candidate.
  expect((await assign(second.data.applicationId, 'baker')).body.usageCount).toBe(1)
  expect(await tags()).toEqual([{ label: 'baker', usageCount: 1 }])
  const other = services.recruiter(employerId + 500)
  expect((await other.get(`/api/v1/applications/${elsewhere.data.applicationId}/tags`)).body).toEqual([])
  expect((await other.get('/api/v1/tags')).body).toEqual([])
})

test('204: a removed tag is gone from the candidate; 404 when it is not assigned; unused tags are not listed', async () => {
  const { ids, assign, remove, tagsOf, tags } = await newApplications(2)
  await assign(ids[0]!, 'x')
  await assign(ids[1]!, 'x')
  expect((await remove(ids[0]!, ' X ')).status).toBe(204)
  expect(await tagsOf(ids[0]!)).toEqual([])
  expect(await tags()).toEqual([{ label: 'x', usageCount: 1 }])
  expect((await remove(ids[0]!, 'x')).status).toBe(404)
  expect((await remove(ids[1]!, 'x')).status).toBe(204)
  expect(await tags()).toEqual([])
  expect((await assign(ids[1]!, 'x')).body).toEqual({ label: 'x', usageCount: 1 })
})

test.each([
  ...[
    'a/b',
    'a%2fb',
    '100%',
    'c#',
    'a?b=c',
    'a;b',
    '+',
    'a b',
    '...',
    '.net',
    "it's",
    '"',
    '<b>',
    '\u202eltr',
  ],
  ...['🦊'.repeat(50), '漢'.repeat(50), 'שלום', '%zz', 'a\\b', '__proto__', 'tags', '%00', '‍👩‍🚀', '..%2f'],
])('204: the label %s survives the path', async (label) => {
  const { ids, assign, remove, tagsOf } = await newApplications(1)
  const assigned = await assign(ids[0]!, label)
  expect([assigned.status, assigned.body]).toEqual([200, { label, usageCount: 1 }])
  expect(await tagsOf(ids[0]!)).toEqual([{ label, usageCount: 1 }])
  expect((await remove(ids[0]!, label)).status).toBe(204)
  expect(await tagsOf(ids[0]!)).toEqual([])
})

test.each([
  ...[undefined, null, 5, true, {}, ['x'], '', '   ', 'a\u0000b', 'a\nb', 'a\ud800', 'x'.repeat(51)],
  ...[
    'x'.repeat(10_001),
    '🦊'.repeat(51),
    'ß'.repeat(26),
    '.',
    '..',
    '..;x',
    '%2e%2e',
    'pk_live_x',
    'PK%5Flive_x',
  ],
])('400: the label %j is rejected by name and nothing is stored', async (label) => {
  const { ids, recruiter, tags } = await newApplications(1)
  const response = await recruiter.post(`/api/v1/applications/${ids[0]}/tags`, { label })
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(response.body.message).toMatch(/^label: .*must/)
  expect(response.body.message).not.toContain('live')
  expect(await tags()).toEqual([])
})

test("404: another employer's application, byte-identical to a missing one, for every call (D-19)", async () => {
  const { ids, assign, tagsOf, employerId } = await newApplications(1)
  await assign(ids[0]!, 'mine')
  const other = services.recruiter(employerId + 1_000)
  for (const [method, path, body] of [
    ['GET', 'tags'],
    ['POST', 'tags', { label: 'theirs' }],
    ['DELETE', 'tags/mine'],
  ] as const) {
    const send = (id: number) => other.send(method, `/api/v1/applications/${id}/${path}`, { body })
    const [others, missing] = [await send(ids[0]!), await send(2_147_483_647)]
    expect([others.status, others.text]).toEqual([404, missing.text])
  }
  expect(await tagsOf(ids[0]!)).toEqual([{ label: 'mine', usageCount: 1 }])
  expect((await other.get('/api/v1/tags')).body).toEqual([])
})

test('Idempotency-Key: a replayed removal is 204 and counts once (D-60)', async () => {
  const { ids, assign, recruiter, tags } = await newApplications(2)
  for (const id of ids) await assign(id, 'x')
  const remove = () => recruiter.delete(`/api/v1/applications/${ids[0]}/tags/x`, { 'idempotency-key': 'r' })
  expect((await remove()).status).toBe(204)
  const replayed = await remove()
  expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([204, 'true'])
  expect(await tags()).toEqual([{ label: 'x', usageCount: 1 }])
})

const CASES = ['night shift', 'NIGHT SHIFT', ' Night Shift', 'nIGHT sHIFT ']

async function applicationsOf(employerId: number, count: number): Promise<number[]> {
  const created = await Promise.all(
    Array.from({ length: count }, () => services.newApplication({ employerId })),
  )
  return created.map(({ data }) => data.applicationId)
}
const clientsOf = (employerId: number) =>
  [services.pipeline, replica].map((at) => recruiterOf(at, { employerId }))

test('40 concurrent assignments in different casing over two replicas: one tag, counted once per candidate', async () => {
  const ids = await applicationsOf(1, 10)
  const clients = clientsOf(1)
  const assign = (n: number) =>
    clients[n % 2]!.post(`/api/v1/applications/${ids[n % 10]}/tags`, { label: CASES[n % 4] })
  const responses = await Promise.all(Array.from({ length: 40 }, (_, n) => assign(n)))
  expect(responses.map(({ status }) => status)).toEqual(Array(40).fill(200))
  for (const { body } of responses) expect(body.label).toBe('night shift')
  expect(Math.max(...responses.map(({ body }) => body.usageCount))).toBe(10)
  expect((await clients[0]!.get('/api/v1/tags')).body).toEqual([{ label: 'night shift', usageCount: 10 }])
})

test('concurrent assignments and removals of one tag: the count is the number of candidates that have it', async () => {
  const ids = await applicationsOf(2, 5)
  const clients = clientsOf(2)
  for (let round = 0; round < 5; round++) {
    const calls = Array.from({ length: 40 }, (_, n) => {
      const path = `/api/v1/applications/${ids[(n * 3 + round) % 5]}/tags`
      const client = clients[n % 2]!
      return (n + round) % 2 ? client.post(path, { label: 'X' }) : client.delete(`${path}/x`)
    })
    for (const { status } of await Promise.all(calls)) expect([200, 204, 404]).toContain(status)
    const having = await services.pipeline.deps.db.sql`
      select 1 from candidate_tag where employer_id = 2 and label = 'x'`
    const expected = having.length === 0 ? [] : [{ label: 'x', usageCount: having.length }]
    expect((await clients[0]!.get('/api/v1/tags')).body).toEqual(expected)
  }
})

test('20 concurrent removals of one assignment: one 204, the others 404', async () => {
  const [id] = await applicationsOf(3, 1)
  const clients = clientsOf(3)
  await clients[0]!.post(`/api/v1/applications/${id}/tags`, { label: 'x' })
  const remove = (n: number) => clients[n % 2]!.delete(`/api/v1/applications/${id}/tags/x`)
  const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => remove(n)))
  expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(19).fill(404)])
})
