import { MAX_INCLUDED_SCORECARDS, MAX_SCORECARDS_PER_APPLICATION } from '@jobboard/contracts/limits'
import { retrying } from '@jobboard/testkit/retrying-client'
import { expect, test } from 'vitest'
import { listIncluded } from '../src/applications/list-store.ts'
import { startPipeline } from './support/start-pipeline.ts'

const services = await startPipeline()
const { sql } = services.pipeline.deps.db

const all = 'include=tags,scorecards,assessment'
type Row = { id: number; included: Record<string, unknown> }

/** An employer with some applications to one job; the first two are of one candidate. */
async function newEmployer(employerId: number, count = 3) {
  const jobId = await services.newJob(employerId)
  const first = await services.newApplication({ employerId, jobId })
  const created = [first]
  for (let n = 1; n < count; n++) {
    const candidate = n === 1 ? { candidate: first.data.candidate } : {}
    created.push(await services.newApplication({ employerId, jobId, ...candidate }))
  }
  const ids = created.map(({ data }) => data.applicationId)
  const recruiter = services.recruiter(employerId)
  return { jobId, ids, recruiter, at: (id: number, part: string) => `/api/v1/applications/${id}/${part}` }
}

/** Inserts `count` scorecards of an application, as many as P-137 allows. */
async function addScorecards(applicationId: number, count: number) {
  await sql`
    insert into scorecard
    select ${applicationId}, i, 'onsite', 'Yes', null, '[]', now(), now() from generate_series(1, ${count}::int) as i`
}

const lists = (jobId: number) => [
  '/api/v1/applications?pageSize=100',
  `/api/v1/jobs/${jobId}/applications?pageSize=100`,
  '/api/v1/applications/changes?limit=100',
]

test('200: what a row includes is what the endpoints of the application return, in every list (P-405)', async () => {
  const { jobId, ids, recruiter, at } = await newEmployer(30)
  await recruiter.post(at(ids[0]!, 'tags'), { label: 'Night' })
  await recruiter.post(at(ids[0]!, 'tags'), { label: 'Day' })
  await recruiter.post(at(ids[2]!, 'tags'), { label: 'Day' })
  const ratings = [{ criterion: 'Lamps', score: 5 }]
  await recruiter.put(at(ids[1]!, 'scorecards/phone'), { recommendation: 'Yes', comments: 'Good', ratings })
  await recruiter.put(at(ids[1]!, 'scorecards/onsite'), { recommendation: 'No' })
  await recruiter.put(at(ids[2]!, 'scorecards/phone'), { recommendation: 'Hold' })
  await sql`delete from assessment where application_id = ${ids[2]}`
  for (const list of lists(jobId)) {
    const { body } = await recruiter.get(`${list}&${all}`)
    expect(body.items).toHaveLength(3)
    for (const { id, included } of body.items as Row[]) {
      const [tags, scorecards, assessment] = await Promise.all(
        ['tags', 'scorecards', 'ai-assessment'].map((part) => recruiter.get(at(id, part))),
      )
      expect(included).toEqual({
        tags: tags!.body,
        scorecards: scorecards!.body,
        assessment: assessment!.status === 404 ? null : assessment!.body,
      })
    }
    const rows = new Map((body.items as Row[]).map((row) => [row.id, row.included]))
    expect(rows.get(ids[1]!)).toMatchObject({
      tags: [
        { label: 'day', usageCount: 2 },
        { label: 'night', usageCount: 1 },
      ],
      scorecards: [{ stage: 'onsite' }, { stage: 'phone', comments: 'Good', ratings }],
      assessment: { score: expect.any(Number) },
    })
    expect(rows.get(ids[2]!)).toMatchObject({ assessment: null })
  }
})

test("200: include=address says where the candidates lived, of the profile; another employer's applications have none (P-405)", async () => {
  const { jobId, ids, recruiter } = await newEmployer(43)
  const address = { street: 'Kai 1', city: 'Tromsø', region: 'Troms', postalCode: '9008', country: 'NO' }
  await sql`
    update application set city = 'Tromsø', country = 'NO', candidate = candidate || ${JSON.stringify(address)}::jsonb
    where id = ${ids[0]}`
  for (const list of lists(jobId)) {
    const { body } = await recruiter.get(`${list}&include=address`)
    const rows = new Map((body.items as Row[]).map((row) => [row.id, row.included]))
    expect(rows.get(ids[0]!)).toEqual({ address })
    expect(Object.keys(rows.get(ids[2]!)!.address!)).toEqual(Object.keys(address))
  }
  expect(
    await listIncluded(sql, { employerId: 44, reader: null }, [{ id: ids[0]!, candidateId: 1 }], ['address']),
  ).toEqual(new Map([[ids[0], { address: undefined }]]))
})

test('200: include=counts says how many notes and scorecards the endpoints of the application return, in every list (P-405)', async () => {
  const { jobId, ids, recruiter, at } = await newEmployer(35)
  await recruiter.post(at(ids[0]!, 'notes'), { text: 'Of the candidate.', level: 'candidate' })
  await recruiter.post(at(ids[0]!, 'notes'), { text: 'Of the application.' })
  const deleted = await recruiter.post(at(ids[2]!, 'notes'), { text: 'Deleted.' })
  await recruiter.delete(at(ids[2]!, `notes/${deleted.body.id}`))
  await recruiter.put(at(ids[1]!, 'scorecards/phone'), { recommendation: 'Yes' })
  await recruiter.put(at(ids[1]!, 'scorecards/onsite'), { recommendation: 'No' })
  for (const list of lists(jobId)) {
    const { body } = await recruiter.get(`${list}&include=counts`)
    const counted = (body.items as Row[]).map(({ id, included }) => [id, included])
    const read = ids.map(async (id) => {
      const [notes, scorecards] = await Promise.all(
        ['notes', 'scorecards'].map((part) => recruiter.get(at(id, part))),
      )
      return [id, { counts: { notes: notes!.body.length, scorecards: scorecards!.body.length } }]
    })
    expect(new Map(counted as [])).toEqual(new Map((await Promise.all(read)) as []))
    expect(new Map(counted as []).get(ids[1]! as never)).toEqual({ counts: { notes: 1, scorecards: 2 } })
  }
  expect(
    await listIncluded(sql, { employerId: 99, reader: null }, [{ id: ids[0]!, candidateId: 1 }], ['counts']),
  ).toEqual(new Map([[ids[0], { counts: undefined }]]))
})

test('200: only what is named is included, each once; without include the response is as before (P-405)', async () => {
  const { jobId, recruiter } = await newEmployer(31)
  for (const list of lists(jobId)) {
    const plain = (await recruiter.get(list)).body
    expect(plain.items.every((row: object) => !('included' in row))).toBe(true)
    for (const [include, names] of Object.entries({
      tags: ['tags'],
      scorecards: ['scorecards'],
      'assessment,tags,tags': ['tags', 'assessment'],
    })) {
      const { body } = await recruiter.get(`${list}&include=${include}`)
      for (const row of body.items as Row[]) expect(Object.keys(row.included)).toEqual(names)
      const rows = (body.items as Row[]).map(({ included: _, ...row }) => row)
      expect({ ...body, items: rows }).toEqual(plain)
    }
  }
})

test.each(['', 'notes', 'tags,notes', 'tags,', 'Tags', '%00', 'tags&include=scorecards'])(
  '400: ?include=%s is rejected in every list (P-405)',
  async (include) => {
    for (const list of lists(1)) {
      const { status, body } = await services.recruiter(1).get(`${list}&include=${include}`)
      expect([status, body.code]).toEqual([400, 'invalid_request'])
      expect(body.message).toMatch(/^include: .*must/)
      if (!include.includes('&'))
        expect(body.message).toMatch(/tags, scorecards, assessment, address, counts/)
    }
  },
)

test('200: scorecards that do not fit are null from there on, never a part; at least one application always fits (P-405)', async () => {
  const { jobId, ids, recruiter, at } = await newEmployer(32, 4)
  for (const id of ids) await addScorecards(id, MAX_SCORECARDS_PER_APPLICATION)
  for (const list of [`/api/v1/applications?${all}`, `/api/v1/jobs/${jobId}/applications?${all}`]) {
    const { body } = await recruiter.get(`${list}&sort=appliedAt`)
    const counts = (body.items as Row[]).map(({ included }) => (included.scorecards as [] | null)?.length)
    expect(counts).toEqual([200, 200, undefined, undefined])
    expect((body.items as Row[])[2]!.included.scorecards).toBe(null)
    const second = (await recruiter.get(`${list}&sort=appliedAt&page=3&pageSize=1`)).body.items[0]
    expect(second.included.scorecards).toEqual((await recruiter.get(at(ids[2]!, 'scorecards'))).body)
  }
  expect(MAX_INCLUDED_SCORECARDS).toBeGreaterThanOrEqual(MAX_SCORECARDS_PER_APPLICATION)
})

test("another employer's tags, scorecards and assessments are in no list, whatever ids are asked for (P-405)", async () => {
  const own = await newEmployer(33)
  const foreign = await newEmployer(34)
  // Both employers tag one candidate: tags belong to the candidate within the employer.
  const { candidateId } = (await own.recruiter.get('/api/v1/applications')).body.items.at(-1)
  await sql`update application set candidate_id = ${candidateId} where id = ${foreign.ids[0]}`
  await foreign.recruiter.post(foreign.at(foreign.ids[0]!, 'tags'), { label: 'Secret' })
  await foreign.recruiter.put(foreign.at(foreign.ids[0]!, 'scorecards/phone'), { recommendation: 'No' })
  await own.recruiter.post(own.at(own.ids[0]!, 'tags'), { label: 'Open' })
  const { text } = await own.recruiter.get(`/api/v1/applications?${all}`)
  expect(text).toMatch(/"open"/)
  expect(text).not.toMatch(/secret/)
  // The store answers for the employer alone, even if a caller passed an id of another one.
  const asked = [{ id: foreign.ids[0]!, candidateId }]
  const included = await listIncluded(sql, { employerId: 33, reader: null }, asked, [
    'tags',
    'scorecards',
    'assessment',
  ])
  expect(included.get(foreign.ids[0]!)).toEqual({
    tags: [{ label: 'open', usageCount: 1 }],
    scorecards: null,
    assessment: null,
  })
})

test('the labels of a row and the tags that it includes are of one moment, while writers tag and untag (P-405)', async () => {
  const { ids, recruiter: once, at } = await newEmployer(35, 4)
  // A busy machine refuses some requests with 503.
  const recruiter = retrying(once)
  const reading = new AbortController()
  const writers = Array.from({ length: 20 }, async (_, n) => {
    const path = at(ids[n % ids.length]!, 'tags')
    do {
      await recruiter.post(path, { label: `tag ${n}` })
      await recruiter.delete(`${path}/tag%20${n}`)
    } while (!reading.signal.aborted)
  })
  try {
    for (let n = 0; n < 20; n++) {
      const { body } = await recruiter.get('/api/v1/applications?include=tags')
      for (const row of body.items)
        expect(row.included.tags.map(({ label }: { label: string }) => label)).toEqual(row.tags)
    }
  } finally {
    reading.abort()
  }
  await Promise.all(writers)
})
