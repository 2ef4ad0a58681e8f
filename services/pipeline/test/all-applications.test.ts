import { MAX_STATUS_CHANGES_PER_APPLICATION } from '@jobboard/contracts/limits'
import { retrying } from '@jobboard/testkit/retrying-client'
import { expect, test } from 'vitest'
import { recruiterOf } from './support/recruiters.ts'
import { startPipeline, startReplica } from './support/start-pipeline.ts'

// Two replicas on one database; the first owns it.
const services = await startPipeline()
const replica = await startReplica(services)

type Item = { id: number; jobId: number; status: string; updatedAt: string }
const idsOf = (body: { items: Item[] }) => body.items.map(({ id }) => id)

/** An employer with applications of these days to each of two jobs. */
async function newEmployer(employerId: number, days: string[]) {
  const jobIds = [await services.newJob(employerId), await services.newJob(employerId)]
  const ids: number[] = []
  for (const jobId of jobIds) {
    for (const day of days) {
      const appliedAt = `2020-01-${day}T00:00:00.000Z`
      ids.push((await services.newApplication({ employerId, jobId, appliedAt })).data.applicationId)
    }
  }
  const recruiter = services.recruiter(employerId)
  return {
    jobIds,
    ids,
    recruiter,
    list: (query = '') => recruiter.get(`/api/v1/applications?${query}`),
    move: (id: number, status: string) => recruiter.post(`/api/v1/applications/${id}/status`, { status }),
  }
}

test('200: the applications to all jobs of the employer, newest first, with the rows of the list of a job', async () => {
  const { ids, jobIds, list, recruiter } = await newEmployer(20, ['03', '01'])
  const { body } = await list()
  expect([idsOf(body), body.total, body.nextCursor]).toEqual([[ids[2], ids[0], ids[3], ids[1]], 4, null])
  for (const jobId of jobIds) {
    const ofJob = (await recruiter.get(`/api/v1/jobs/${jobId}/applications`)).body
    expect((await list(`jobId=${jobId}`)).body).toEqual(ofJob)
    expect(body.items.filter((item: Item) => item.jobId === jobId)).toEqual(ofJob.items)
  }
})

test('200: every sort and filter, alone and together, by page and by cursor', async () => {
  const { ids, jobIds, list, move } = await newEmployer(21, ['03', '01', '02'])
  await move(ids[1]!, 'Screened')
  await move(ids[5]!, 'Screened')
  const expected: Record<string, (number | undefined)[]> = {
    'sort=-appliedAt': [ids[3], ids[0], ids[5], ids[2], ids[4], ids[1]],
    'sort=appliedAt': [ids[1], ids[4], ids[2], ids[5], ids[0], ids[3]],
    'sort=-updatedAt': [ids[5], ids[1], ids[3], ids[0], ids[2], ids[4]],
    'sort=updatedAt': [ids[4], ids[2], ids[0], ids[3], ids[1], ids[5]],
    'status=New': [ids[3], ids[0], ids[2], ids[4]],
    'updatedSince=2020-01-03T00:00:00Z': [ids[5], ids[1], ids[3], ids[0]],
    'updatedSince=2020-01-03T00:00:00Z&sort=updatedAt&status=New': [ids[0], ids[3]],
    [`jobId=${jobIds[1]}&status=Screened`]: [ids[5]],
    [`jobId=${jobIds[1]}&updatedSince=2020-01-03T00:00:00Z`]: [ids[5], ids[3]],
  }
  for (const [query, order] of Object.entries(expected)) {
    const found: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await list(`${query}&pageSize=2${cursor && `&cursor=${cursor}`}`)
      expect(body.total).toBe(order.length)
      found.push(...idsOf(body))
      cursor = body.nextCursor
    }
    expect([query, found]).toEqual([query, order])
    expect(idsOf((await list(`${query}&page=2&pageSize=2`)).body)).toEqual(order.slice(2, 4))
  }
})

test('200: over all jobs a cursor keeps the total of the first page; of one job it is counted again', async () => {
  const { jobIds, list } = await newEmployer(25, ['01', '02'])
  const first = (await list('pageSize=1')).body
  const ofJob = (await list(`pageSize=1&jobId=${jobIds[0]}`)).body
  await services.newApplication({ employerId: 25, jobId: jobIds[0]! })
  expect((await list(`pageSize=2&cursor=${first.nextCursor}`)).body).toMatchObject({ total: 4 })
  expect((await list(`pageSize=2&cursor=${ofJob.nextCursor}&jobId=${jobIds[0]}`)).body).toMatchObject({
    total: 3,
  })
  expect((await list(`pageSize=2&cursor=${ofJob.nextCursor}`)).body).toMatchObject({ total: 5 })
})

test("another employer's applications are never listed; the filter of a job that is not the own one matches none (D-19)", async () => {
  const { jobIds, ids, list } = await newEmployer(22, ['01'])
  const stranger = services.recruiter(23)
  const ofMissing = (await stranger.get('/api/v1/applications?jobId=2147483647')).text
  for (const query of [`jobId=${jobIds[0]}`, '', 'status=New', 'updatedSince=2000-01-01T00:00:00Z'])
    expect((await stranger.get(`/api/v1/applications?${query}`)).text).toBe(ofMissing)
  // A cursor is a place, no permission.
  const { nextCursor } = (await list('pageSize=1')).body
  expect((await stranger.get(`/api/v1/applications?cursor=${nextCursor}`)).body.items).toEqual([])
  expect(idsOf((await list()).body).toSorted()).toEqual(ids.toSorted())
})

test.each([
  ...['jobId=0', 'jobId=x', 'jobId=', 'jobId=2147483648', 'jobId=1&jobId=2', 'jobId=1.5', 'jobId=-1'],
  ...[
    'sort=title',
    'updatedSince=yesterday',
    'cursor=x',
    'cursor=%00',
    'status=new',
    'pageSize=101',
    'page=0',
  ],
])('400: ?%s is rejected by name', async (query) => {
  const response = await services.recruiter(1).get(`/api/v1/applications?${query}`)
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(response.body.message).toMatch(new RegExp(`^${query.split('=')[0]}: .*must`))
})

test('followed by cursor while 20 writers move rows over two replicas, the rows that do not change come exactly once, in every order', async () => {
  const { ids } = await newEmployer(
    24,
    Array.from({ length: 20 }, (_, n) => String(n + 1).padStart(2, '0')),
  )
  // Every second one moves, so that moved rows lie between those that stay.
  const moving = ids.filter((_, n) => n % 2 === 0)
  const staying = ids.filter((_, n) => n % 2 === 1)
  // Retrying: a busy machine refuses some of these writes, which all wait for one another, with 503.
  const clients = [services.pipeline, replica].map((at) => retrying(recruiterOf(at, { employerId: 24 })))
  const reading = new AbortController()
  const writers = moving.map(async (id, n) => {
    let moves = 0
    do {
      const status = moves++ % 2 === 0 ? 'Screened' : 'Offered'
      expect((await clients[n % 2]!.post(`/api/v1/applications/${id}/status`, { status })).status).toBe(200)
    } while (!reading.signal.aborted && moves < MAX_STATUS_CHANGES_PER_APPLICATION / 2)
    return moves
  })
  try {
    for (const sort of ['-appliedAt', 'appliedAt', '-updatedAt', 'updatedAt']) {
      const found: number[] = []
      let cursor: string | null = ''
      // By `updatedAt` a follower runs behind the writers: it stops when it has passed what stays.
      while (cursor !== null && !(sort === 'updatedAt' && staying.every((id) => found.includes(id)))) {
        const { body }: { body: { total: number; items: Item[]; nextCursor: string | null } } = await clients[
          found.length % 2
        ]!.get(`/api/v1/applications?sort=${sort}&pageSize=3${cursor && `&cursor=${cursor}`}`)
        expect(body.total).toBe(ids.length)
        found.push(...idsOf(body))
        cursor = body.nextCursor
      }
      const seen = found.filter((id) => staying.includes(id))
      expect([sort, seen.toSorted((a, b) => a - b)]).toEqual([sort, staying])
      // `appliedAt` never changes, so each row comes once, also one that moves.
      if (sort.endsWith('appliedAt')) expect(found).toHaveLength(ids.length)
    }
  } finally {
    reading.abort()
  }
  for (const moves of await Promise.all(writers)) expect(moves).toBeGreaterThan(0)
})
