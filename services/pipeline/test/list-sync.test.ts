import { lockWait } from '@jobboard/testkit/lock-wait'
import { expect, test } from 'vitest'
import { assessReceived, receiveApplications } from '../src/applications/receive-actions.ts'
import { assessByRubric } from '../src/assessment/rubric.ts'
import { createdEvent } from './support/pipeline-with-jobs.ts'
import { recruiterOf } from './support/recruiters.ts'
import { startPipeline, startReplica } from './support/start-pipeline.ts'

// Two replicas on one database; the first owns it.
const services = await startPipeline()
const replica = await startReplica(services)

type Item = { id: number; status: string; updatedAt: string; appliedAt: string }
const idsOf = (body: { items: Item[] }) => body.items.map(({ id }) => id)

/** A job of the employer with applications of these days. */
async function newJob(employerId: number, days: string[]) {
  const jobId = await services.newJob(employerId)
  const ids: number[] = []
  for (const day of days) {
    const { data } = await services.newApplication({
      employerId,
      jobId,
      appliedAt: `2020-01-${day}T00:00:00.000Z`,
    })
    ids.push(data.applicationId)
  }
  const recruiter = services.recruiter(employerId)
  return {
    ids,
    recruiter,
    list: (query: string) => recruiter.get(`/api/v1/jobs/${jobId}/applications?${query}`),
    move: (id: number, status: string) => recruiter.post(`/api/v1/applications/${id}/status`, { status }),
  }
}

test('200: each sort by cursor returns every application once, in the order of the list', async () => {
  const { ids, list, move } = await newJob(10, ['03', '01', '02', '03', '01'])
  await move(ids[1]!, 'Screened')
  await move(ids[3]!, 'Hired')
  const expected: Record<string, (number | undefined)[]> = {
    '-appliedAt': [ids[3], ids[0], ids[2], ids[4], ids[1]],
    appliedAt: [ids[1], ids[4], ids[2], ids[0], ids[3]],
    '-updatedAt': [ids[3], ids[1], ids[0], ids[2], ids[4]],
    updatedAt: [ids[4], ids[2], ids[0], ids[1], ids[3]],
  }
  for (const [sort, order] of Object.entries(expected)) {
    const found: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await list(`sort=${sort}&pageSize=2${cursor && `&cursor=${cursor}`}`)
      expect(body.total).toBe(5)
      found.push(...idsOf(body))
      cursor = body.nextCursor
    }
    expect([sort, found]).toEqual([sort, order])
    expect(idsOf((await list(`sort=${sort}&page=2&pageSize=3`)).body)).toEqual(order.slice(3))
  }
  const filtered = (await list('status=New&sort=updatedAt&pageSize=2')).body
  expect([idsOf(filtered), filtered.total]).toEqual([[ids[4], ids[2]], 3])
  const rest = (await list(`status=New&sort=updatedAt&pageSize=2&cursor=${filtered.nextCursor}`)).body
  expect([idsOf(rest), rest.nextCursor]).toEqual([[ids[0]], null])
})

test('200: updatedSince returns what changed at or after that time, last change first; an offset is accepted (D-09)', async () => {
  const { ids, list, move } = await newJob(11, ['01', '02', '03'])
  await move(ids[0]!, 'Screened')
  const { body } = await list('updatedSince=2020-01-03T01:00:00%2B01:00')
  expect([idsOf(body), body.total]).toEqual([[ids[0], ids[2]], 2])
  const since = body.items[0].updatedAt
  expect(idsOf((await list(`updatedSince=${since}`)).body)).toEqual([ids[0]])
  expect((await list('updatedSince=2999-01-01T00:00:00Z')).body).toMatchObject({
    total: 0,
    items: [],
    nextCursor: null,
  })
})

test.each([
  ...['sort=title', 'sort=', 'sort=-appliedAt&sort=appliedAt', 'updatedSince=', 'updatedSince=yesterday'],
  ...['updatedSince=2020-01-01', 'updatedSince=%00', 'cursor=', 'cursor=x', 'cursor=%00', 'cursor=💥'],
  'cursor=LWFwcGxpZWRBdC4xLjIxNDc0ODM2NDg',
])('400: ?%s is rejected by name', async (query) => {
  const { list } = await newJob(12, [])
  const response = await list(query)
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(response.body.message).toMatch(new RegExp(`^${query.split('=')[0]}: .*must`))
})

test('400: a cursor of another sort, and a cursor with a page', async () => {
  const { list } = await newJob(13, ['01', '02'])
  const { nextCursor } = (await list('pageSize=1')).body
  expect((await list(`sort=updatedAt&cursor=${nextCursor}`)).body.message).toMatch(/^cursor: must/)
  expect((await list(`cursor=${nextCursor}&page=2`)).body.message).toMatch(/^page: must/)
  expect((await list(`cursor=${nextCursor}`)).status).toBe(200)
  const at = (time: string) => Buffer.from(`-appliedAt.${time}.2147483647`).toString('base64url')
  expect((await list(`cursor=${at('99999999999999')}`)).body.items).toHaveLength(2)
  expect((await list(`cursor=${at('999999999999999')}`)).body.message).toMatch(/^cursor: must/)
})

test('200: the changes of all jobs since a cursor, each application once, at its last change (P-104)', async () => {
  const first = await newJob(14, ['01', '02'])
  const second = await newJob(14, ['01'])
  const changes = async (query: string) =>
    (await first.recruiter.get(`/api/v1/applications/changes?${query}`)).body
  const start = await changes('limit=2')
  expect([idsOf(start), start.hasMore]).toEqual([first.ids, true])
  const rest = await changes(`cursor=${start.nextCursor}`)
  expect([idsOf(rest), rest.hasMore]).toEqual([second.ids, false])
  expect(await changes(`cursor=${rest.nextCursor}`)).toEqual({
    items: [],
    nextCursor: rest.nextCursor,
    hasMore: false,
  })
  await first.move(first.ids[0]!, 'Hired')
  await first.move(first.ids[0]!, 'Rejected')
  // An application that arrives late changes the copy, however old its appliedAt is.
  const late = await services.newApplication({ employerId: 14, appliedAt: '2001-01-01T00:00:00.000Z' })
  const next = await changes(`cursor=${rest.nextCursor}`)
  expect(idsOf(next)).toEqual([first.ids[0], late.data.applicationId])
  expect(next.items[0].status).toBe('Rejected')
  expect((await services.recruiter(404).get('/api/v1/applications/changes')).body).toMatchObject({
    items: [],
  })
})

test.each(['cursor=x', 'cursor=', 'limit=0', 'limit=101', 'limit=x', 'cursor=%00'])(
  '400: changes?%s is rejected by name',
  async (query) => {
    const response = await services.recruiter(1).get(`/api/v1/applications/changes?${query}`)
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
    expect(response.body.message).toMatch(new RegExp(`^${query.split('=')[0]}: `))
  },
)

test('an integration that follows the changes while two replicas write misses none (P-104)', async () => {
  const { ids } = await newJob(15, ['01', '02', '03', '04', '05', '06'])
  const clients = [services.pipeline, replica].map((at) => recruiterOf(at, { employerId: 15 }))
  let isWriting = true
  const writes = Promise.all(
    Array.from({ length: 120 }, (_, n) =>
      clients[n % 2]!.post(`/api/v1/applications/${ids[n % 6]}/status`, {
        status: n % 4 < 2 ? 'Screened' : 'Offered',
      }),
    ),
  ).finally(() => {
    isWriting = false
  })
  const copy = new Map<number, Item>()
  let cursor = ''
  for (let isLast = false; !isLast; ) {
    isLast = !isWriting
    const { body } = await clients[0]!.get(
      `/api/v1/applications/changes?limit=3${cursor && `&cursor=${cursor}`}`,
    )
    for (const item of body.items) copy.set(item.id, item)
    cursor = body.nextCursor
    if (body.hasMore) isLast = false
  }
  await writes
  for (const id of ids) {
    const { body } = await clients[0]!.get(`/api/v1/applications/${id}`)
    expect([copy.get(id)?.status, copy.get(id)?.updatedAt]).toEqual([body.status, body.updatedAt])
  }
})

test('a change that commits late is listed before every change that follows it (P-104)', async () => {
  const { ids, move, recruiter } = await newJob(16, ['01', '02'])
  const { db } = services.pipeline.deps
  let later: Promise<unknown> | undefined
  await db.tx(async (sql) => {
    const { lockApplication, saveApplication } = await import('../src/status/store.ts')
    const application = await lockApplication(sql, { employerId: 16 }, ids[0]!)
    await saveApplication(sql, { ...application, status: 'Hired', version: 2 })
    later = move(ids[1]!, 'Screened')
    await lockWait(db.sql)
  })
  await later
  const { body } = await recruiter.get('/api/v1/applications/changes')
  expect(idsOf(body)).toEqual(ids)
})

test('an application that is being stored delays no other change of its employer (P-104)', async () => {
  const { ids, move, recruiter } = await newJob(17, ['01'])
  const { db, clock } = services.pipeline.deps
  const assessing = Promise.withResolvers<void>()
  const moved = Promise.withResolvers<void>()
  const waiting: typeof assessByRubric = async (input) => {
    assessing.resolve()
    await moved.promise
    return assessByRubric(input)
  }
  const { data } = createdEvent({ employerId: 17 })
  const storing = assessReceived(data, waiting).then((received) =>
    db.tx((sql) => receiveApplications(sql, [received], clock.now())),
  )
  await assessing.promise
  try {
    expect((await move(ids[0]!, 'Screened')).status).toBe(200)
  } finally {
    moved.resolve()
    await storing
  }
  const { body } = await recruiter.get('/api/v1/applications/changes')
  expect(idsOf(body)).toEqual([ids[0], data.applicationId])
})
