import { applicationState, applicationSubmitted } from '@jobboard/contracts/applications/events'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { applicationConsumers, applicationStateConsumer } from '../src/jobs/consumers.ts'
import { foldWordsTimer } from '../src/jobs/timers.ts'
import { complete, DAY_MS, startJobs } from './support/setup.ts'

const jobs = await startJobs()

type Page = { total: number; items: { id: number }[]; nextCursor: string | null }
const list = (employerId: number, query: Record<string, string>) =>
  jobs.recruiter(employerId).get(`/api/v1/jobs?${new URLSearchParams(query)}`)
const found = async (employerId: number, q: string, more = {}): Promise<number[]> => {
  const { status, body } = await list(employerId, { q, ...more })
  expect(status).toBe(200)
  expect(body.total).toBe(body.items.length)
  return body.items.map(({ id }: { id: number }) => id)
}

/** Every page by cursor. */
async function follow(employerId: number, query: Record<string, string>): Promise<number[]> {
  const ids: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { status, body }: { status: number; body: Page } = await list(employerId, {
      ...query,
      ...(cursor && { cursor }),
    })
    expect(status).toBe(200)
    ids.push(...body.items.map(({ id }) => id))
    cursor = body.nextCursor
  }
  return ids
}

test('200: q finds jobs by the beginnings of words in title, reference and city, without case and accents (P-625)', async () => {
  const baker = await jobs.createDraft(1, {
    title: 'Bäcker (Nachtschicht)',
    reference: 'REQ-2041',
    city: 'Zürich',
  })
  const chef = await jobs.createDraft(1, { title: 'Chef C++', reference: 'REQ-77', city: 'Bergen' })
  await jobs.createDraft(2, { title: 'Bäcker', city: 'Zürich' })
  expect(await found(1, 'backer')).toEqual([baker])
  expect(await found(1, 'BÄCK zur')).toEqual([baker])
  expect(await found(1, 'req')).toEqual([chef, baker])
  expect(await found(1, 'req-20')).toEqual([baker])
  expect(await found(1, 'c++ bergen')).toEqual([chef])
  // Every word, and only from its beginning.
  expect(await found(1, 'backer bergen')).toEqual([])
  expect(await found(1, 'acker')).toEqual([])
  expect(await found(1, 'req', { status: 'Draft', pageSize: '100' })).toEqual([chef, baker])
  expect(await found(1, 'req', { status: 'Active' })).toEqual([])
  expect(await found(3, 'backer')).toEqual([])
  // A change is found at once, the words before it are not.
  await jobs.recruiter(1).put(`/api/v1/jobs/${baker}`, { title: 'Konditor' })
  expect(await found(1, 'backer')).toEqual([])
  expect(await found(1, 'kondi zuri')).toEqual([baker])
})

test.each([
  ['q', ''],
  ['q', ' \u200b '],
  ['q', '\u0301\u0308 !? --'],
  ['q', 'x'.repeat(10_000)],
  ['q', 'a\u0000b'],
  ['sort', 'createdAt'],
  ['sort', 'Title'],
  ['sort', ''],
])('400: %s=%j is refused and named', async (name, value) => {
  const { status, body } = await list(1, { [name]: value })
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.message).toContain(name)
})

test.each(["'; --", '\\', "a'b:*", '工程师', '🎉 a', '&|!()', 'ß'.repeat(200)])(
  'q=%j is 200 or 400, never an error',
  async (q) => {
    expect([200, 400]).toContain((await list(1, { q })).status)
  },
)

test('200: each sort lists every job once by cursor, also equal ones, and those without the date last (P-626)', async () => {
  const employer = 20
  const titles = ['äpfel', 'Apfel', 'zebra', '???', 'Übung', 'apfel']
  const drafts: number[] = []
  for (const title of titles) drafts.push(await jobs.createDraft(employer, { title }))
  const late = await jobs.createActive(employer, 9 * DAY_MS)
  const early = await jobs.createActive(employer, 2 * DAY_MS)
  const same = await jobs.createActive(employer, 2 * DAY_MS)
  const { sql } = jobs.deps.db
  await sql`update job set expiry_date = (select expiry_date from job where id = ${early}) where id = ${same}`
  await sql`update job set posted_date = (select posted_date from job where id = ${early}) where id = ${same}`
  for (const [applicationId, jobId] of [
    [1, early],
    [2, drafts[1]],
    [3, drafts[1]],
    [4, drafts[4]],
  ] as const)
    await receive(applicationId, employer, jobId!)
  const [apple1, apple2, zebra, signs, exercise, apple3] = drafts as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const expected = {
    '-postedDate': [same, early, late, ...drafts.toReversed()],
    expiryDate: [early, same, late, ...drafts],
    title: [signs, apple1, apple2, apple3, late, early, same, exercise, zebra],
    '-applications': [apple2, early, exercise, same, late, apple3, signs, zebra, apple1],
  }
  for (const [sort, order] of Object.entries(expected)) {
    for (const pageSize of ['1', '2', '4', '50'])
      expect(await follow(employer, { sort, pageSize }), sort).toEqual(order)
    const second = (await list(employer, { sort, pageSize: '4', page: '2' })).body
    expect(second.items.map(({ id }: Page['items'][number]) => id)).toEqual(order.slice(4, 8))
    expect(await follow(employer, { sort, pageSize: '2', q: 'apf' })).toEqual(
      order.filter((id) => [apple1, apple2, apple3].includes(id)),
    )
    expect((await list(employer, { sort, page: '50' })).body).toMatchObject({ total: 9, items: [] })
  }
})

test('400: a cursor of another sort, and a forged one (P-626)', async () => {
  const employer = 21
  for (const title of ['a', 'b', 'c']) await jobs.createDraft(employer, { title })
  const { nextCursor } = (await list(employer, { sort: 'title', pageSize: '1' })).body
  const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const cases: [string, string][] = [
    ['-postedDate', nextCursor],
    ['-createdAt', nextCursor],
    ['-postedDate', forged(['expiryDate', 1, 1])],
    ['title', forged(['title', 'a\u0000', 1])],
    ['title', forged(['title', '\ud800', 1])],
    ['title', forged(['title', 'x'.repeat(5_000), 1])],
    ['title', forged(['title', 'a', 2_147_483_648])],
    ['-applications', forged(['-applications', -1, 1])],
    ['-applications', forged(['-applications', 1.5, 1])],
    ['expiryDate', forged(['expiryDate', 9e15, 1])],
    ['expiryDate', forged(['expiryDate', 'infinity', 1])],
    ['title', forged(null)],
    ['title', 'x'],
  ]
  for (const [sort, cursor] of cases) {
    const { status, body } = await list(employer, { sort, cursor })
    expect([sort, status, body.code]).toEqual([sort, 400, 'invalid_request'])
    expect(body.message).toContain('cursor')
  }
  expect((await list(employer, { sort: 'title', cursor: nextCursor, page: '2' })).status).toBe(400)
})

test('jobs that a replica of the release before writes are found and sorted a moment later', async () => {
  const employer = 22
  const id = await jobs.createDraft(employer, { title: 'Old title' })
  const { sql } = jobs.deps.db
  await sql`update job set title = 'Miller', version = version + 1 where id = ${id}`
  await sql`
    insert into job (employer_id, status, title, created_at, updated_at, version) values (${employer}, 'Draft', 'Mill hand', now(), now(), 1)`
  await foldWordsTimer.run(jobs.deps)
  await eventually('both are found', async () => (await found(employer, 'mill')).length === 2)
  expect(await found(employer, 'old')).toEqual([])
  expect((await follow(employer, { sort: 'title' })).at(-1)).toBe(id)
})

test('an application that arrives twice, also from a resync, counts once', async () => {
  const employer = 23
  const [one, two] = [await jobs.createDraft(employer, complete), await jobs.createDraft(employer, complete)]
  await receive(101, employer, two)
  await receive(102, employer, one)
  await receive(103, employer, one)
  const state = {
    ...dataOf(102, employer, one),
    changedAt: new Date().toISOString(),
    reachedStatuses: [],
    changes: [],
  }
  for (let n = 0; n < 3; n++) {
    await handle(applicationStateConsumer, applicationState.subject, state)
    await receive(101, employer, two)
  }
  expect(await follow(employer, { sort: '-applications' })).toEqual([one, two])
  await receive(104, employer, two)
  await receive(105, employer, two)
  expect(await follow(employer, { sort: '-applications' })).toEqual([two, one])
})

const dataOf = (applicationId: number, employerId: number, jobId: number) => ({
  applicationId,
  employerId,
  jobId,
  jobTitle: 'Job',
  candidateId: 5,
  status: 'New',
  version: 1,
  appliedAt: new Date().toISOString(),
  applicationType: 'Api',
})

const receive = (applicationId: number, employerId: number, jobId: number) =>
  handle(applicationConsumers[0]!, applicationSubmitted.subject, dataOf(applicationId, employerId, jobId))

async function handle(
  consumer: (typeof applicationConsumers)[number],
  subject: string,
  data: ReturnType<typeof dataOf>,
): Promise<void> {
  const { applicationId } = data
  await jobs.deps.db.tx((sql) =>
    consumer.handle(sql, {
      id: crypto.randomUUID(),
      subject,
      aggregateId: String(applicationId),
      aggregateVersion: 1,
      occurredAt: new Date().toISOString(),
      data,
    }),
  )
}
