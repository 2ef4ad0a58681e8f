import { recommendations } from '@jobboard/contracts/applications/scorecards'
import { retrying } from '@jobboard/testkit/retrying-client'
import { expect, test } from 'vitest'
import { bootPipelineWithJobs } from './support/pipeline-with-jobs.ts'
import { recruiterOf } from './support/recruiters.ts'
import { startPipeline, startReplica } from './support/start-pipeline.ts'

const services = await startPipeline(bootPipelineWithJobs)
const { author, colleague, otherEmployer } = services
const replica = await startReplica(services)

const newApplication = async () => (await services.newApplication({})).data.applicationId
const pathOf = (id: number, stage: string) =>
  `/api/v1/applications/${id}/scorecards/${encodeURIComponent(stage)}`
const cardsOf = async (id: number) => (await author.get(`/api/v1/applications/${id}/scorecards`)).body

test('204: one scorecard per author and stage; a PUT replaces the whole (D-29)', async () => {
  const id = await newApplication()
  const ratings = [{ criterion: 'Lamps', score: 5 }]
  const full = { recommendation: 'Yes', comments: 'Good\nlamps', ratings }
  expect((await author.put(pathOf(id, ' Phone SCREEN '), full)).status).toBe(204)
  const [first] = await cardsOf(id)
  expect(first).toEqual({
    applicationId: id,
    stage: 'phone screen',
    authorUserId: 10,
    ...full,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  await colleague.put(pathOf(id, 'phone screen'), { recommendation: 'No' })
  await author.put(pathOf(id, 'phone screen'), { recommendation: 'StrongNo', comments: null })
  await author.put(pathOf(id, 'onsite'), { recommendation: 'Hold' })
  const cards = await cardsOf(id)
  expect(cards).toHaveLength(3)
  expect(
    cards.find((card: typeof first) => card.createdAt === first.createdAt && card.authorUserId === 10),
  ).toMatchObject({
    stage: 'phone screen',
    recommendation: 'StrongNo',
    comments: null,
    ratings: [],
  })
})

test('204: DELETE removes the own scorecard only; again it is 404', async () => {
  const id = await newApplication()
  for (const client of [author, colleague]) await client.put(pathOf(id, 'onsite'), { recommendation: 'Yes' })
  expect((await author.delete(pathOf(id, 'ONSITE'))).status).toBe(204)
  expect((await author.delete(pathOf(id, 'onsite'))).status).toBe(404)
  expect(await cardsOf(id)).toMatchObject([{ authorUserId: 11 }])
})

test("404: another employer's application, byte-identical to a missing one (D-19)", async () => {
  const id = await newApplication()
  await author.put(pathOf(id, 'onsite'), { recommendation: 'Yes' })
  const missing = (await otherEmployer.get('/api/v1/applications/2147483647/scorecards')).text
  for (const response of [
    await otherEmployer.get(`/api/v1/applications/${id}/scorecards`),
    await otherEmployer.put(pathOf(id, 'onsite'), { recommendation: 'No' }),
    await otherEmployer.delete(pathOf(id, 'onsite')),
    await author.put(pathOf(2_147_483_647, 'onsite'), { recommendation: 'No' }),
  ]) {
    expect([response.status, response.text]).toEqual([404, missing])
  }
  expect(await cardsOf(id)).toMatchObject([{ recommendation: 'Yes' }])
})

test.each(['a/b', 'a%2fb', '100%', 'c#', '第二轮', '🦊'.repeat(64), '\u202ertl', '.net'])(
  '204: the stage %s survives the path',
  async (stage) => {
    const id = await newApplication()
    expect((await author.put(pathOf(id, stage), { recommendation: 'Hold' })).status).toBe(204)
    expect(await cardsOf(id)).toMatchObject([{ stage }])
    expect((await author.delete(pathOf(id, stage))).status).toBe(204)
  },
)

test.each([' ', '\u3000', 'x'.repeat(65), 'x'.repeat(1_001), '🦊'.repeat(65), 'ß'.repeat(33), '.. '])(
  '400 invalid_request: the stage %j is a bad value, not a missing object (D-29)',
  async (stage) => {
    const id = await newApplication()
    const path = pathOf(id, stage)
    for (const response of [
      await author.get(path),
      await author.put(path, { recommendation: 'Yes' }),
      await author.delete(path),
      await author.delete(pathOf(2_147_483_647, stage)),
    ]) {
      expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
      expect(response.body.message).toMatch(/^stage: /)
    }
    expect((await author.get(pathOf(0, stage))).status).toBe(404)
    expect(await cardsOf(id)).toEqual([])
  },
)

test('40 concurrent first writes of one scorecard over two replicas: one row, with one of the values', async () => {
  const id = await newApplication()
  const clients = [author, recruiterOf(replica)]
  const put = (n: number) =>
    clients[n % 2]!.put(pathOf(id, n % 3 ? 'Onsite' : 'onsite'), {
      recommendation: recommendations[n % 5],
      comments: `from ${n}`,
    })
  const responses = await Promise.all(Array.from({ length: 40 }, (_, n) => put(n)))
  expect(responses.map(({ status }) => status)).toEqual(Array(40).fill(204))
  const cards = await cardsOf(id)
  expect(cards).toHaveLength(1)
  const n = Number(cards[0].comments.split(' ')[1])
  expect(cards[0].recommendation).toBe(recommendations[n % 5])
})

const rating = { criterion: 'Lamps', score: 3 }
const badText = ['a\u0000b', 'a\ud800', 'x'.repeat(10_001), '😀'.repeat(10_001), 5, true, {}, ['x']]
test.each([
  ...[undefined, null, '', 'yes', 'Maybe', 5, {}].map((recommendation) => [
    'recommendation',
    { recommendation },
  ]),
  ...badText.map((comments) => ['comments', { comments }]),
  ...['x', 5, {}, Array(51).fill(rating)].map((ratings) => ['ratings', { ratings }]),
  ...[null, '', ' ', 'a\nb', ...badText].map((criterion) => [
    'ratings.0.criterion',
    { ratings: [{ ...rating, criterion }] },
  ]),
  ...[null, 0, 6, 1.5, '3', -1, 1e308].map((score) => [
    'ratings.0.score',
    { ratings: [{ ...rating, score }] },
  ]),
] as [string, object][])(
  '400: an invalid %s is rejected by name and nothing is stored',
  async (field, body) => {
    const id = await newApplication()
    const response = await author.put(pathOf(id, 'onsite'), { recommendation: 'Yes', ...body })
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
    expect(response.body.message).toContain(`${field}: `)
    expect(response.body.message.length).toBeLessThan(1_000)
    expect(await cardsOf(id)).toEqual([])
  },
)

const PATH = '/api/v1/scorecard-template'
const ofJob = (jobId: number) => `/api/v1/jobs/${jobId}/scorecard-template`
const lamps = { name: 'Lamps', hint: 'Ask for the last one that went out.' }
const horns = { name: 'Horns', hint: null }
const none = { jobId: null, criteria: [], hideOthersUntilSubmitted: false }

test("200: the employer's template applies to each job until it has its own, whose deletion brings it back (P-646)", async () => {
  const jobId = await services.newJob(21)
  const recruiter = services.recruiter(21)
  for (const path of [PATH, ofJob(jobId)]) expect((await recruiter.get(path)).body).toEqual(none)
  const draft = { criteria: [horns, lamps], hideOthersUntilSubmitted: true }
  const stored = await recruiter.put(PATH, draft)
  expect([stored.status, stored.body]).toEqual([200, { jobId: null, ...draft }])
  for (const path of [PATH, ofJob(jobId)]) {
    const read = await recruiter.get(path)
    expect([read.body, read.headers.get('etag')]).toEqual([stored.body, stored.headers.get('etag')])
    const unchanged = { headers: { 'if-none-match': stored.headers.get('etag')! } }
    expect((await recruiter.get(path, unchanged)).status).toBe(304)
  }
  const own = { jobId, criteria: [{ name: 'Oil', hint: null }], hideOthersUntilSubmitted: false }
  expect((await recruiter.put(ofJob(jobId), { criteria: [{ name: 'Oil', hint: '' }] })).body).toEqual(own)
  expect((await recruiter.get(ofJob(jobId))).body).toEqual(own)
  expect((await recruiter.get(PATH)).body).toEqual(stored.body)
  expect((await recruiter.delete(ofJob(jobId))).status).toBe(204)
  expect((await recruiter.delete(ofJob(jobId))).status).toBe(404)
  expect((await recruiter.get(ofJob(jobId))).body).toEqual(stored.body)
})

test("404: another employer's job, byte-identical to a missing one; its employer's templates are untouched (D-19)", async () => {
  const jobId = await services.newJob(22)
  // A job that is not stored is looked up in jobs, which is slow on a busy machine.
  const [owner, other] = [services.recruiter(22), retrying(services.recruiter(23))]
  const draft = { criteria: [lamps], hideOthersUntilSubmitted: true }
  await owner.put(PATH, draft)
  await owner.put(ofJob(jobId), draft)
  const missing = (await other.get(ofJob(2_147_483_647))).text
  for (const response of [
    await other.get(ofJob(jobId)),
    await other.put(ofJob(jobId), { criteria: [] }),
    await other.delete(ofJob(jobId)),
  ]) {
    expect([response.status, response.text]).toEqual([404, missing])
  }
  await other.put(PATH, { criteria: [horns] })
  expect((await owner.get(PATH)).body).toEqual({ jobId: null, ...draft })
  expect((await owner.get(ofJob(jobId))).body).toEqual({ jobId, ...draft })
})

test('412: of 20 replacements at once over two replicas with the same If-Match one is stored, also of the first template', async () => {
  const jobId = await services.newJob(24)
  const clients = [services.pipeline, replica].map((at) => recruiterOf(at, { employerId: 24 }))
  for (const [round, path] of [PATH, PATH, ofJob(jobId), ofJob(jobId)].entries()) {
    const etag = (await clients[0]!.get(path)).headers.get('etag')!
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        clients[n % 2]!.put(path, { criteria: [{ name: `${round} ${n}` }] }, { 'if-match': etag }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)])
    const stored = responses.find(({ status }) => status === 200)!
    expect((await clients[0]!.get(path)).body).toEqual(stored.body)
  }
})

const named = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `n${n}` }))
test.each([
  ['no object', [], 'The body'],
  ['no criteria', {}, 'criteria'],
  ['51 criteria', { criteria: named(51) }, '50 criteria'],
  ['a name twice', { criteria: [lamps, { name: ' Lamps ' }] }, 'repeat'],
  ['an empty name', { criteria: [{ name: ' ' }] }, 'criteria.0.name'],
  ['a long name', { criteria: [{ name: 'x'.repeat(201) }] }, 'criteria.0.name'],
  ['a name of two lines', { criteria: [{ name: 'a\nb' }] }, 'criteria.0.name'],
  ['a long hint', { criteria: [{ name: 'a', hint: 'x'.repeat(201) }] }, 'criteria.0.hint'],
  ['a setting that is no boolean', { criteria: [], hideOthersUntilSubmitted: 'yes' }, 'hideOthers'],
])('400: %s is refused by name and nothing is stored', async (_what, body, name) => {
  const recruiter = services.recruiter(25)
  const { status, body: error } = await recruiter.put(PATH, body)
  expect([status, error.code]).toEqual([400, 'invalid_request'])
  expect(error.message).toContain(name)
  expect((await recruiter.get(PATH)).body).toEqual(none)
})

test('200: 50 criteria are stored', async () => {
  expect((await services.recruiter(26).put(PATH, { criteria: named(50) })).status).toBe(200)
})

test("200: where the template hides them, a user reads others' scorecards of a stage once the own one is stored, in every list; a key without a user reads all (P-646)", async () => {
  const employerId = 27
  const jobId = await services.newJob(employerId)
  const id = (await services.newApplication({ employerId, jobId })).data.applicationId
  const otherJobId = await services.newJob(employerId)
  const otherId = (await services.newApplication({ employerId, jobId: otherJobId })).data.applicationId
  const of = (userId: number | null) => recruiterOf(services.pipeline, { employerId, userId })
  const [ada, bo, key] = [of(1), of(2), of(null)]
  const card = (of: number, stage: string) => `/api/v1/applications/${of}/scorecards/${stage}`
  for (const path of [card(id, 'phone'), card(id, 'onsite'), card(otherId, 'phone')])
    await ada.put(path, { recommendation: 'Yes' })
  type Row = { id: number; included: { scorecards: { stage: string; authorUserId: number }[] } }
  type Card = Row['included']['scorecards'][number]
  const seen = async (client: typeof ada, of = id) => {
    const names = (cards: Card[]) => cards.map(({ stage, authorUserId }) => `${stage} ${authorUserId}`).sort()
    const own = names((await client.get(`/api/v1/applications/${of}/scorecards`)).body)
    for (const list of [
      '/api/v1/applications?include=scorecards',
      `/api/v1/jobs/${of === id ? jobId : otherJobId}/applications?include=scorecards`,
      '/api/v1/applications/changes?include=scorecards',
    ]) {
      const { items }: { items: Row[] } = (await client.get(list)).body
      expect(names(items.find((row) => row.id === of)!.included.scorecards)).toEqual(own)
    }
    return own
  }
  expect(await seen(bo)).toEqual(['onsite 1', 'phone 1'])
  const hide = (path: string, hideOthersUntilSubmitted: boolean) =>
    bo.put(path, { criteria: [], hideOthersUntilSubmitted })
  await hide(PATH, true)
  expect(await seen(bo)).toEqual([])
  expect(await seen(ada)).toEqual(['onsite 1', 'phone 1'])
  expect(await seen(key)).toEqual(['onsite 1', 'phone 1'])
  await bo.put(card(id, 'Phone'), { recommendation: 'No' })
  expect(await seen(bo)).toEqual(['phone 1', 'phone 2'])
  expect(await seen(ada)).toEqual(['onsite 1', 'phone 1', 'phone 2'])
  // A scorecard for another application shows nothing of this one.
  expect(await seen(bo, otherId)).toEqual([])
  // The setting of the job's own template is the one that applies to it.
  await hide(ofJob(jobId), false)
  expect(await seen(bo)).toEqual(['onsite 1', 'phone 1', 'phone 2'])
  expect(await seen(bo, otherId)).toEqual([])
  await bo.delete(card(id, 'phone'))
  await bo.delete(ofJob(jobId))
  expect(await seen(bo)).toEqual([])
})
