import type { Client } from '@jobboard/testkit/client'
import { expect, test } from 'vitest'
import { recruiterOf } from './support/recruiters.ts'
import { startPipeline, startReplica } from './support/start-pipeline.ts'

const services = await startPipeline()
const { author, colleague } = services
const replica = recruiterOf(await startReplica(services))

const newApplication = async () => (await services.newApplication({})).data.applicationId
const etagOf = async (path: string, client = author) => (await client.get(path)).headers.get('etag')!
const newNote = async () => {
  const id = await newApplication()
  const { body } = await author.post(`/api/v1/applications/${id}/notes`, { text: 'one' })
  return `/api/v1/notes/${body.id}`
}
const newScorecard = async () => {
  const path = `/api/v1/applications/${await newApplication()}/scorecards/onsite`
  await author.put(path, { recommendation: 'Yes' })
  return path
}

test('304: lists of notes, tags and scorecards, until one of them changes (D-61)', async () => {
  const application = `/api/v1/applications/${await newApplication()}`
  const writes: [string, () => Promise<unknown>][] = [
    ['notes', () => author.post(`${application}/notes`, { text: 'x' })],
    ['tags', () => author.post(`${application}/tags`, { label: 'night shift' })],
    ['scorecards', () => author.put(`${application}/scorecards/onsite`, { recommendation: 'No' })],
  ]
  for (const [list, write] of writes) {
    const path = `${application}/${list}`
    const etag = await etagOf(path)
    const unchanged = await author.get(path, { headers: { 'if-none-match': etag } })
    expect([list, unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([
      list,
      304,
      '',
      etag,
    ])
    await write()
    const changed = await author.get(path, { headers: { 'if-none-match': etag } })
    expect([list, changed.status, changed.body.length]).toEqual([list, 200, 1])
  }
  const dictionary = await etagOf('/api/v1/tags')
  expect((await author.get('/api/v1/tags', { headers: { 'if-none-match': dictionary } })).status).toBe(304)
})

test('200: one note and the own scorecard are read by themselves; 404 for those of others (D-61)', async () => {
  const [note, card] = [await newNote(), await newScorecard()]
  expect((await author.get(note)).body).toMatchObject({ text: 'one', authorUserId: 10 })
  expect((await colleague.get(note)).status).toBe(200)
  expect((await services.otherEmployer.get(note)).status).toBe(404)
  expect((await author.get(card)).body).toMatchObject({ stage: 'onsite', recommendation: 'Yes' })
  expect((await colleague.get(card)).status).toBe(404)
  expect((await services.otherEmployer.get(card)).status).toBe(404)
  const userless = recruiterOf(services.pipeline, { userId: null })
  expect((await userless.get(card)).body.code).toBe('unattributable')
  expect((await author.delete(note)).status).toBe(204)
  expect((await author.get(note)).status).toBe(404)
})

const kinds: [string, () => Promise<string>, (n: number) => unknown][] = [
  ['note', newNote, (n) => ({ text: `text ${n}` })],
  ['scorecard', newScorecard, (n) => ({ recommendation: 'Hold', comments: `comment ${n}` })],
]

test.each(kinds)(
  '204: PUT of a %s with its ETag returns the next one; 412 with an old one',
  async (_, create, body) => {
    const path = await create()
    const first = await etagOf(path)
    const changed = await author.put(path, body(1), { 'if-match': first })
    expect([changed.status, changed.headers.get('etag')]).toEqual([204, await etagOf(path)])
    for (const match of [first, `W/${await etagOf(path)}`, '"other"']) {
      const refused = await author.put(path, body(2), { 'if-match': match })
      expect([refused.status, refused.body.code], match).toEqual([412, 'precondition_failed'])
    }
    expect(await etagOf(path)).toBe(changed.headers.get('etag'))
    expect((await author.put(path, body(3), { 'if-match': '*' })).status).toBe(204)
    expect((await author.put(path, body(4))).status).toBe(204)
  },
)

test.each(kinds)(
  'of 20 parallel PUTs of a %s over two replicas with one If-Match, one succeeds',
  async (_, create, body) => {
    const path = await create()
    const etag = await etagOf(path)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (__, n) => {
        const client: Client = n % 2 ? author : replica
        return client.put(path, body(n), { 'if-match': etag })
      }),
    )
    const won = responses.flatMap(({ status }, n) => (status === 204 ? [n] : []))
    expect(responses.filter(({ status }) => status === 412)).toHaveLength(19)
    expect(won).toHaveLength(1)
    expect((await author.get(path)).body).toMatchObject(body(won[0]!) as object)
  },
)

test('412: If-Match on a scorecard that does not exist creates none; 404 and 403 come before 412', async () => {
  const id = await newApplication()
  const path = `/api/v1/applications/${id}/scorecards/onsite`
  for (const match of ['*', '"x"']) {
    const { status, body } = await author.put(path, { recommendation: 'Yes' }, { 'if-match': match })
    expect([status, body.code]).toEqual([412, 'precondition_failed'])
  }
  expect((await author.get(path)).status).toBe(404)
  const note = await newNote()
  const stale = { 'if-match': '"x"' }
  expect((await colleague.put(note, { text: 'x' }, stale)).body.code).toBe('not_author')
  expect((await author.put('/api/v1/notes/2147483647', { text: 'x' }, stale)).status).toBe(404)
})
