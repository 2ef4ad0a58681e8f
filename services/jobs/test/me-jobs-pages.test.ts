import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootMeJobs, type MeJobs } from './support/me-jobs.ts'
import { DAY_MS } from './support/setup.ts'

let jobs: MeJobs
let replica: MeJobs
beforeAll(async () => {
  jobs = await bootMeJobs()
  replica = await bootMeJobs(jobs)
})
afterAll(async () => {
  await replica.stop()
  await jobs.stop()
})

interface Page {
  items: { id: number; postedAt: string }[]
  nextCursor: string | null
}

/** All pages of a list, one after the other; `between` runs after each. */
async function readAll(query: string, between: () => Promise<unknown> = async () => {}) {
  const items: Page['items'] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/api/v1/me/jobs?${query}${cursor && `&cursor=${cursor}`}`
    const { status, body } = await jobs.candidate.get<Page>(path)
    expect(status).toBe(200)
    items.push(...body.items)
    cursor = body.nextCursor
    await between()
  }
  return items
}

/** Changes when jobs were published, to a number of milliseconds since 1970 for each. */
async function moveTo(ids: number[], ms: (index: number) => number): Promise<void> {
  const { sql } = jobs.deps.db
  for (const [index, id] of ids.entries()) {
    const at = new Date(ms(index))
    await sql`update job set posted_date = ${at}, version = version + 1 where id = ${id}`
  }
  await jobs.settled()
}

/** Eight at a time: on a busy machine, more of them wait for a database connection until they are 503. */
async function publishMany(count: number, fields: Record<string, unknown>): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(8, count - ids.length) }, () =>
      jobs.publish(fields, 30 * DAY_MS),
    )
    ids.push(...(await Promise.all(batch)))
  }
  return ids
}

test('pages have each job once, newest first, then by id, over all ranges of days, whatever the limit', async () => {
  const ids = await publishMany(40, { title: 'Archivist', city: 'Kongsberg' })
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
  // Ties of four, on both sides of midnight, over 200 days: every range has jobs at its ends.
  await moveTo(
    ids,
    (i) => midnight - Math.round(Math.floor(i / 4) ** 2 * 2.5) * DAY_MS + (i % 8 < 4 ? -1 : 0),
  )
  const stored = await jobs.deps.db.sql<{ id: number }>`
    select id from job where title = 'Archivist' order by posted_date desc, id desc`
  const expected = stored.map(({ id }) => id)
  const expectPages = async (query: string, limit: number) => {
    const found = (await readAll(`${query}&limit=${limit}`)).map(({ id }) => id)
    expect([query, limit, found]).toEqual([query, limit, expected])
  }
  await expectPages('query=archivist', 1)
  for (const query of ['query=archivist', 'city=kongsberg', 'query=archivist+-nothing&country=NO'])
    for (const limit of [7, 39, 40, 41]) await expectPages(query, limit)
  const all = (await readAll('limit=7')).map(({ id }) => id)
  expect(all.filter((id) => expected.includes(id))).toEqual(expected)
})

test.each(['', 'query=diver', 'country=DK&employmentType=Contract'])(
  'with "%s": publishes, closes and changes beside paging on two replicas: no job twice, none left out that stayed',
  async (query) => {
    const fields = { title: 'Diver', country: 'DK', employmentType: 'Contract' }
    const staying = await publishMany(12, fields)
    const closing = await publishMany(12, fields)
    const now = Date.now()
    await moveTo([...staying, ...closing], (i) => now - (i % 12) * DAY_MS)
    const before = new Set((await readAll(`${query}&limit=100`)).map(({ id }) => id))
    expect(before.size).toBeGreaterThanOrEqual(24)
    let step = 0
    const found = await readAll(`${query}&limit=5`, async () => {
      const closed = closing.pop()
      await Promise.all([
        replica.publish(fields, 30 * DAY_MS),
        closed && replica.recruiter(1).delete(`/api/v1/jobs/${closed}`),
        jobs.recruiter(1).put(`/api/v1/jobs/${staying[step % 12]}`, { description: `Diver ${step++}` }),
      ])
    })
    const ids = found.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(staying.filter((id) => !ids.includes(id))).toEqual([])
    expect(found.map(({ postedAt }) => postedAt)).toEqual(
      found
        .map(({ postedAt }) => postedAt)
        .sort()
        .reverse(),
    )
  },
)

test('a job that one replica changes while another makes it findable ends up found by its last title only', async () => {
  const id = await jobs.publish({ title: 'Title0' })
  const titles = Array.from({ length: 30 }, (_, i) => `Title${i + 1}`)
  await Promise.all(
    titles.map((title, i) => (i % 2 ? jobs : replica).recruiter(1).put(`/api/v1/jobs/${id}`, { title })),
  )
  await jobs.settled()
  const { title } = (await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body
  const finding: string[] = []
  for (const word of ['Title0', ...titles])
    if ((await jobs.find(`query=${word}`)).length > 0) finding.push(word)
  expect(finding).toEqual([title])
})

test('a job that a replica whose clock is up to a minute ahead has published is listed at once', async () => {
  const id = await jobs.publish({ title: 'Astronomer' })
  await moveTo([id], () => Date.now() + 50_000)
  for (const query of ['', 'query=astronomer']) {
    const [first] = await readAll(`${query}&limit=5`)
    expect([query, first?.id]).toEqual([query, id])
  }
})

test('nextCursor is null on a last page that is full', async () => {
  const ids = await publishMany(4, { title: 'Falconer' })
  await jobs.settled()
  const pages: Page[] = []
  for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)!.nextCursor) {
    const path = `/api/v1/me/jobs?query=falconer&limit=2${cursor && `&cursor=${cursor}`}`
    pages.push((await jobs.candidate.get<Page>(path)).body)
  }
  expect(pages.map(({ items }) => items.length)).toEqual([2, 2])
  expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toHaveLength(ids.length)
})
