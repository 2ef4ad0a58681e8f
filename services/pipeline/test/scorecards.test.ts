import { recommendations } from '@jobboard/contracts/applications/scorecards'
import { expect, test } from 'vitest'
import { recruiterOf } from './support/recruiters.ts'
import { startPipeline, startReplica } from './support/start-pipeline.ts'

const services = await startPipeline()
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
