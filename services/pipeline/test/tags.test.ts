import { expect, test } from 'vitest'
import { startPipeline } from './support/start-pipeline.ts'

const services = await startPipeline()

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
