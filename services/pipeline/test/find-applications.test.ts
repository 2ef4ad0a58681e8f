import { blankProfile } from '@jobboard/testkit/blank-profile'
import { expect, test } from 'vitest'
import { eraseCandidate } from '../src/applications/erase-actions.ts'
import { startPipeline } from './support/start-pipeline.ts'

const services = await startPipeline()
const { db } = services.pipeline.deps

type Item = { id: number; name: string; assessmentScore: number | null }
type Person = Partial<typeof blankProfile>

let lastEmployer = 100
/** An employer with one job and an application of each of these persons, in the order of their days. */
async function newEmployer(persons: Person[]) {
  const employerId = ++lastEmployer
  const jobId = await services.newJob(employerId)
  const ids: number[] = []
  for (const [day, person] of persons.entries()) ids.push(await apply({ employerId, jobId, person, day }))
  const recruiter = services.recruiter(employerId)
  const find = async (query: string, as = recruiter) => {
    const { status, body } = await as.get(`/api/v1/applications?${query}`)
    expect([query, status]).toEqual([query, 200])
    const ofJob = await as.get(`/api/v1/jobs/${jobId}/applications?${query}`)
    expect(ofJob.body).toEqual({ ...body, nextCursor: ofJob.body.nextCursor })
    expect(body.total).toBe(body.items.length)
    return body.items.map(({ id }: Item) => ids.indexOf(id))
  }
  return { employerId, jobId, ids, recruiter, find }
}

let lastCandidate = 500_000
async function apply(of: { employerId: number; jobId: number; person: Person; day?: number }) {
  const { employerId, jobId, person, day = 0 } = of
  const appliedAt = new Date(Date.UTC(2031, 0, 31 - day)).toISOString()
  const candidate = { ...blankProfile, completeness: 40, ...person, id: ++lastCandidate }
  return (await services.newApplication({ employerId, jobId, appliedAt, candidate })).data.applicationId
}

const ada = { firstName: 'Ada', lastName: 'Lind', email: 'ada.lind@post.example', headline: 'Night baker' }
const bjorn = {
  firstName: 'Bjørn',
  lastName: "O'Brien-Ström",
  email: 'bb@work.example',
  headline: 'C++ developer',
}
const li = {
  firstName: '王',
  lastName: '小明',
  email: 'wang@post.example',
  headline: '高级工程师',
  phone: '+47 22 33 44 55',
}
const adam = {
  firstName: 'Adam',
  lastName: 'Berg',
  email: 'berg99@post.example',
  headline: null,
  phone: '0047-91234567',
}

test('q finds applications of which each word begins a word of name, e-mail address or headline, or the phone number (P-620)', async () => {
  const { find } = await newEmployer([ada, bjorn, li, adam])
  const expected: Record<string, number[]> = {
    ada: [0, 3],
    ADA: [0, 3],
    'lind ada': [0],
    'ada berg': [3],
    'ad ba': [0],
    'ada.lind@post.example': [0],
    'ada.lind@pos': [0],
    post: [0, 2, 3],
    'night BAKER': [0],
    aker: [],
    bjorn: [1],
    BJÖRN: [1],
    obrien: [1],
    'o’brien': [1],
    strom: [1],
    'c++': [1],
    王: [2],
    工程: [2],
    '明 王': [2],
    '22334455': [2],
    '22 33 44 55': [2],
    '+47 22 33 44 55': [2],
    '004722334455': [2],
    '2233': [2],
    '9123 4567': [3],
    '+47 91234567': [3],
    '091234567': [3],
    berg99: [3],
    'ada lind night baker post example ada a n b': [0],
    'ada lind night baker post example ada a n bake x': [],
    "ada' | 'bjorn": [],
    'ada & !lind': [0],
    'ada:* \\': [0, 3],
  }
  for (const [q, found] of Object.entries(expected)) {
    expect([q, await find(`q=${encodeURIComponent(q)}`)]).toEqual([q, found])
  }
})

test("q never finds another employer's applications, also with the words of the index (D-19)", async () => {
  const { employerId, ids, recruiter } = await newEmployer([ada])
  const stranger = services.recruiter(99)
  for (const q of ['ada', `${employerId}/ada`, `${employerId} ada`]) {
    const { body } = await stranger.get(`/api/v1/applications?q=${encodeURIComponent(q)}`)
    expect([q, body.total, body.items]).toEqual([q, 0, []])
  }
  expect((await recruiter.get('/api/v1/applications?q=ada')).body.items[0].id).toBe(ids[0])
})

test('an Interviewer finds by words of the name alone, never by e-mail address, phone number or headline (P-469)', async () => {
  const spy = { firstName: 'Eve', lastName: 'spy@secret.example', email: 'eve@post.example' }
  const { employerId, find } = await newEmployer([ada, bjorn, li, adam, spy])
  const base = { kind: 'recruiter' as const, employerId, userId: 5, keyId: null, scopes: ['Applications'] }
  const interviewer = services.pipeline.as({ ...base, seesNoContact: true })
  // A recruiter's label can be an address.
  const tagged = await interviewer.get('/api/v1/applications?tag=ada.lind%40post.example')
  expect([tagged.status, tagged.body.code, tagged.body.message]).toEqual([
    400,
    'invalid_request',
    expect.stringMatching(/^tag: must be absent/),
  ])
  const seen = (q: string, as?: typeof interviewer) => find(`q=${encodeURIComponent(q)}`, as)
  for (const q of ['ada lind', 'bjo', '王', 'lind']) expect(await seen(q, interviewer)).toEqual(await seen(q))
  for (const q of [
    'post',
    'ada.lind@post.example',
    '22334455',
    '9123',
    'berg99',
    'baker',
    'wang',
    'secret',
    'spy',
  ])
    expect([q, (await seen(q)).length > 0, await seen(q, interviewer)]).toEqual([q, true, []])
})

test('an erased candidate is found by nothing, and is listed at the beginning by name', async () => {
  const { ids, recruiter, find } = await newEmployer([ada, bjorn])
  const [row] = await db.sql<{
    candidateId: number
  }>`select candidate_id from application where id = ${ids[0]}`
  const erased = { candidateId: row!.candidateId, erasedAt: new Date().toISOString(), recentApplications: [] }
  await db.tx(async (sql) => {
    await eraseCandidate(sql, erased as unknown as Parameters<typeof eraseCandidate>[1], new Date())
  })
  for (const q of ['ada', 'lind', 'baker', 'erased', 'candidate', 'post'])
    expect([q, await find(`q=${q}`)]).toEqual([q, []])
  expect((await recruiter.get('/api/v1/applications?sort=name')).body.items[0].id).toBe(ids[0])
})

test.each([
  ['q', ''],
  ['q', '%20%20'],
  ['q', 'a'.repeat(201)],
  ['q', 'a'.repeat(10_000)],
  ['q', encodeURIComponent('\u0301\u0302\u0303')],
  ['q', encodeURIComponent('@ - _ !')],
  ['q', '%00'],
  ['q', 'a&q=b'],
  ['minScore', '101'],
  ['minScore', '-1'],
  ['minScore', '1.5'],
  ['tag', ''],
  ['tag', 'a&tag=b&tag=c&tag=d&tag=e&tag=f'],
  ['tag', 'x'.repeat(51)],
  ['rejectionReason', 'no%20code'],
  ['isAiAssisted', 'yes'],
  ['hasScorecard', '1'],
  ['reviewedBy', '0'],
  ['appliedSince', 'yesterday'],
  ['appliedUntil', '2030-01-01T00:00:00Z&appliedSince=2030-01-02T00:00:00Z'],
  ['sort', 'email'],
  ['cursor', `${Buffer.from('name.1/\u0000').toString('base64url')}&sort=name`],
  ['cursor', `${Buffer.from('score.999999.1').toString('base64url')}&sort=score`],
  ['cursor', `${Buffer.from('name.1/ada').toString('base64url')}&sort=-name`],
])('400: ?%s=%s names the parameter', async (name, value) => {
  const { status, body } = await services.recruiter(1).get(`/api/v1/applications?${name}=${value}`)
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.message).toMatch(new RegExp(`^${name}\\b.*must`))
})

test('200: the score and the name sort the list both ways by cursor; without a score last by -score, first by score', async () => {
  const persons = ['Ada', 'ömer', 'Ola', 'Zoe', 'ada', 'Ben'].map((firstName) => ({
    firstName,
    lastName: 'Berg',
  }))
  const { ids, recruiter } = await newEmployer(persons)
  const scores = [40, 90, 40, null, 0, 75]
  for (const [n, score] of scores.entries()) {
    await db.sql`update application set list_score = ${score ?? -1} where id = ${ids[n]}`
  }
  const byScore = [1, 5, 2, 0, 4, 3]
  const byName = [0, 4, 5, 2, 1, 3]
  for (const [sort, order] of Object.entries({
    '-score': byScore,
    score: byScore.toReversed(),
    name: byName,
    '-name': byName.toReversed(),
  })) {
    for (const filter of ['', '&q=berg']) {
      const found: number[] = []
      for (let cursor = ''; ; ) {
        const { body } = await recruiter.get(`/api/v1/applications?sort=${sort}&pageSize=1${filter}${cursor}`)
        expect(body.total).toBe(6)
        found.push(...body.items.map(({ id }: Item) => ids.indexOf(id)))
        if (body.nextCursor === null) break
        cursor = `&cursor=${body.nextCursor}`
      }
      expect([sort, found]).toEqual([sort, order])
    }
  }
  const from = async (minScore: number) =>
    (await recruiter.get(`/api/v1/applications?minScore=${minScore}&sort=-score`)).body.items.map(
      ({ id }: Item) => ids.indexOf(id),
    )
  expect([await from(0), await from(40), await from(41), await from(100)]).toEqual([
    [1, 5, 2, 0, 4],
    [1, 5, 2, 0],
    [1, 5],
    [],
  ])
})

test('200: the stored assessment is the score that sorts', async () => {
  const { recruiter } = await newEmployer([ada, bjorn])
  const { items } = (await recruiter.get('/api/v1/applications?sort=-score')).body as { items: Item[] }
  const stored = await db.sql<{ listScore: number }>`
    select list_score from application where id = any(${items.map(({ id }) => id)}) order by list_score desc, id desc`
  expect(items.map((item) => item.assessmentScore)).toEqual(stored.map((row) => row.listScore))
  expect(stored[0]!.listScore).toBeGreaterThanOrEqual(0)
})

test('200: tags, all of them, reason, assistance, scorecards, reviewer and time of applying filter, alone and together', async () => {
  const { ids, employerId, recruiter, find } = await newEmployer([ada, bjorn, li, adam])
  const post = (n: number, path: string, body: unknown) =>
    recruiter.post(`/api/v1/applications/${ids[n]}/${path}`, body)
  for (const [n, label] of [
    [0, 'Night'],
    [0, 'b, c'],
    [1, 'night'],
    [3, 'b, c'],
  ] as const)
    await post(n, 'tags', { label })
  await recruiter.put('/api/v1/rejection-reasons', [
    { code: 'late', label: 'Late' },
    { code: 'far', label: 'Far' },
  ])
  await post(0, 'status', { status: 'Rejected', rejectionReason: { code: 'late' } })
  await post(1, 'status', { status: 'Rejected', rejectionReason: { code: 'far' } })
  await post(2, 'status', { status: 'Rejected', rejectionReason: { code: 'late' } })
  await post(2, 'status', { status: 'New' })
  const card = { recommendation: 'Yes' }
  await recruiter.put(`/api/v1/applications/${ids[1]}/scorecards/onsite`, card)
  const colleague = services.pipeline.as({
    kind: 'recruiter',
    employerId,
    userId: 77,
    keyId: 1,
    scopes: ['Applications'],
  })
  for (const n of [1, 3]) await colleague.put(`/api/v1/applications/${ids[n]}/scorecards/phone`, card)
  await db.sql`update application set is_ai_assisted = false where id = ${ids[3]}`
  const expected: Record<string, number[]> = {
    'tag=night': [0, 1],
    'tag=NIGHT&tag=b,%20c': [0],
    'tag=nowhere': [],
    'rejectionReason=late': [0],
    'rejectionReason=late&status=New': [],
    'rejectionReason=gone': [],
    'isAiAssisted=false': [3],
    'isAiAssisted=true': [0, 1, 2],
    'hasScorecard=true': [1, 3],
    'hasScorecard=false': [0, 2],
    'reviewedBy=77': [1, 3],
    'reviewedBy=78': [],
    'reviewedBy=77&tag=night': [1],
    'appliedSince=2031-01-30T00:00:00Z': [0, 1],
    'appliedUntil=2031-01-30T00:00:00Z': [2, 3],
    'appliedSince=2031-01-29T00:00:00Z&appliedUntil=2031-01-31T00:00:00Z': [1, 2],
    'q=ada&tag=b,%20c&hasScorecard=true&sort=name': [3],
    'q=ada&isAiAssisted=true&minScore=0&rejectionReason=late&status=Rejected&appliedSince=2031-01-01T00:00:00Z':
      [0],
  }
  for (const [query, found] of Object.entries(expected))
    expect([query, await find(query)]).toEqual([query, found])
})

test('scorecards of one application that are stored and deleted at once leave it listed as it is', async () => {
  const { ids, employerId, find } = await newEmployer([ada])
  const base = { kind: 'recruiter' as const, employerId, keyId: 1, scopes: ['Applications'] }
  const path = (stage: string) => `/api/v1/applications/${ids[0]}/scorecards/${stage}`
  const users = Array.from({ length: 6 }, (_, n) => services.pipeline.as({ ...base, userId: 900 + n }))
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      users.map(async (user, n) => {
        await user.put(path('onsite'), { recommendation: 'Yes' })
        if (n > 0 || round % 2 === 0) await user.delete(path('onsite'))
      }),
    )
    expect(await find('hasScorecard=true')).toEqual(round % 2 === 0 ? [] : [0])
    await users[0]!.delete(path('onsite'))
  }
})
