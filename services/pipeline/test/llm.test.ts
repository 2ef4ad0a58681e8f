import type { ChildProcess } from 'node:child_process'
import { openLog } from '@jobboard/service/lifecycle/log'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { endOf, startServiceProcess } from '@jobboard/testkit/service-process'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eraseTexts } from '../src/applications/erase-store.ts'
import { ASSESSMENT_CHANNEL } from '../src/assessment/store.ts'
import type { PipelineEnv } from '../src/env.ts'
import { service } from '../src/service.ts'
import {
  allAt,
  completion,
  type FakeLlm,
  type FakeResponse,
  judged,
  openFakeLlm,
} from './support/fake-llm.ts'
import {
  type CreatedEvent,
  createdEvent,
  outboxEvents,
  receiveCreated,
} from './support/pipeline-with-jobs.ts'
import { recruiterOf } from './support/recruiters.ts'

const API_KEY = 'sk-fake-0123456789'
const JOB = {
  description: 'You keep the lamp burning, log passing ships and repair the fog horn. Bachelor required.',
  city: 'Bergen',
  country: 'NO',
  employmentType: 'FullTime',
  remoteType: 'OnSite',
  screeningQuestions: [],
}

let fake: FakeLlm
/** Stores arrivals and serves requests, but runs no worker. */
let observer: Booted<PipelineEnv>
const replicas: Booted<PipelineEnv>[] = []
const children: ChildProcess[] = []
const lines: string[] = []
const unlistens: (() => void)[] = []

const env = (more: Record<string, string> = {}) => ({
  ASSESSOR: 'llm',
  LLM_URL: fake.url,
  LLM_MODEL: 'fake',
  LLM_API_KEY: API_KEY,
  ...more,
})

beforeAll(async () => {
  fake = await openFakeLlm()
  observer = await boot({ ...service, workers: [] }, { env: env() })
})
beforeEach(async () => {
  fake.requests.length = 0
  fake.respond = async (material) => judged(allAt(40, material))
  lines.length = 0
  await observer.deps.db.sql`delete from assessment_call`
})
afterEach(async () => {
  for (const unlisten of unlistens.splice(0)) unlisten()
  for (const replica of replicas.splice(0)) await replica.stop()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await fake.close()
  await observer.stop()
})

async function startWorker(more: Record<string, string> = {}) {
  const log = (name: string) => openLog(name, 'debug', { write: (line: string) => void lines.push(line) })
  const replica = await boot(service, { ...observer, env: env(more), log })
  replicas.push(replica)
  // What arrives at the observer wakes the worker, as an arrival in its own process does.
  const wake = () => replica.deps.db.tx(async (sql) => sql.notify(ASSESSMENT_CHANNEL)).catch(() => {})
  unlistens.push(observer.deps.db.listen(ASSESSMENT_CHANNEL, wake))
  return replica
}

const receive = (event: CreatedEvent) => receiveCreated(observer, event)
const newEvent = (candidate: object = {}) => {
  const body = createdEvent({ job: JOB })
  const skills = ['Lamp repair', 'Fog horn']
  return { ...body, data: { ...body.data, candidate: { ...body.data.candidate, skills, ...candidate } } }
}
async function arrive(candidate: object = {}): Promise<number> {
  const body = newEvent(candidate)
  await receive(body)
  return body.data.applicationId
}
const read = (id: number) => recruiterOf(observer).get(`/api/v1/applications/${id}/ai-assessment`)
const assessorOf = (id: number) =>
  eventually(`the assessment of ${id}`, async () => {
    const { status, body } = await read(id)
    return status === 200 && (body.assessor as string)
  })
const passLease = (id: number) =>
  observer.deps.db.sql`update assessment_task set leased_until = now() - interval '1 second'
    where application_id = ${id} and leased_until is not null returning 1`

test('404 until the model has responded, then the stored result; the application is listed as changed', async () => {
  const held = Promise.withResolvers<void>()
  fake.respond = async (material) => {
    await held.promise
    return judged(allAt(40, material))
  }
  await startWorker()
  const id = await arrive()
  const recruiter = recruiterOf(observer)
  expect(await outboxEvents(observer, 'evt.pipeline.application.submitted.v1', id)).toHaveLength(1)
  await eventually('the call', async () => fake.requests.length === 1)
  expect([(await read(id)).status, (await read(id)).body.code]).toEqual([404, 'not_found'])
  expect((await recruiter.get(`/api/v1/applications/${id}`)).body.assessmentScore).toBeNull()
  const { nextCursor } = (await recruiter.get('/api/v1/applications/changes')).body
  held.resolve()
  expect(await assessorOf(id)).toBe('llm/3 fake')
  const stored = await read(id)
  expect((await recruiter.get(`/api/v1/applications/${id}`)).body.assessmentScore).toBe(stored.body.score)
  const { items } = (await recruiter.get(`/api/v1/applications/changes?cursor=${nextCursor}`)).body
  expect(items).toMatchObject([{ id, assessmentScore: stored.body.score }])
  expect(await observer.deps.db.sql`select from assessment_task where application_id = ${id}`).toEqual([])
})

test('a pause of 60 s that the API demands before a retry does not outlast the deadline', async () => {
  fake.respond = async () => ({ status: 429, body: {}, headers: { 'retry-after': '50' } })
  await startWorker({ LLM_DEADLINE_SECONDS: '1' })
  expect(await assessorOf(await arrive())).toBe('rubric/2')
  expect(lines.join('')).toContain('"reason":"deadline"')
})

test('429 and 500 are retried twice within one assessment, then the rubric assesses', async () => {
  const responses: FakeResponse[] = [429, 500].map((status) => ({
    status,
    body: {},
    headers: { 'retry-after-ms': '1' },
  }))
  fake.respond = async (material) => responses.shift() ?? judged(allAt(40, material))
  await startWorker()
  expect(await assessorOf(await arrive())).toBe('llm/3 fake')
  expect(fake.requests).toHaveLength(3)
  fake.respond = async () => ({ status: 500, body: {}, headers: { 'retry-after-ms': '1' } })
  expect(await assessorOf(await arrive())).toBe('rubric/2')
  expect(fake.requests).toHaveLength(6)
  expect(lines.join('')).toContain('"reason":"http_500"')
})

test('a response that is no judgement: one request, and the rubric assesses', async () => {
  await startWorker()
  const responses: [string, FakeResponse, string][] = [
    ['a refusal', completion({ content: null, refusal: 'no' }), 'refused'],
    ['invalid JSON', completion({ content: '{"criteria": [' }), 'invalid_response'],
    ['no content', completion({ content: null }), 'invalid_response'],
    ['a body that is no completion', { status: 200, body: [] }, 'invalid_response'],
    ['a score of its own', judged({ score: 100, verdict: 'StrongMatch' }), 'invalid_response'],
    ['a score above 100', judged(allAt(101, emptyMaterial())), 'invalid_response'],
    [
      'a criterion twice',
      judged({ criteria: Array(3).fill(allAt(50, emptyMaterial()).criteria[0]) }),
      'invalid_response',
    ],
    ['400 to the schema', { status: 400, body: { error: { message: 'response_format' } } }, 'http_400'],
  ]
  for (const [what, response, reason] of responses) {
    fake.requests.length = 0
    lines.length = 0
    fake.respond = async () => response
    expect(await assessorOf(await arrive()), what).toBe('rubric/2')
    expect(fake.requests, what).toHaveLength(1)
    expect(lines.join(''), what).toContain(`"reason":"${reason}"`)
  }
})

test('LLM_CALLS_PER_DAY holds over two replicas; the rubric assesses the others (P-115)', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => arrive()))
  await Promise.all([startWorker({ LLM_CALLS_PER_DAY: '3' }), startWorker({ LLM_CALLS_PER_DAY: '3' })])
  const assessors = await Promise.all(ids.map(assessorOf))
  expect(assessors.filter((name) => name === 'llm/3 fake')).toHaveLength(3)
  expect(assessors.filter((name) => name === 'rubric/2')).toHaveLength(5)
  expect(fake.requests).toHaveLength(3)
})

test('SIGKILL while the model is called: no second call, the rubric assesses once the lease is past', async () => {
  fake.respond = async () => 'hang'
  const child = startServiceProcess('pipeline', observer, env())
  children.push(child)
  const id = await arrive()
  await eventually('the call', async () => fake.requests.length === 1)
  child.kill('SIGKILL')
  expect(await endOf(child)).toBe('SIGKILL')
  fake.respond = async (material) => judged(allAt(40, material))
  await startWorker()
  const later = await arrive()
  expect(await assessorOf(later)).toBe('llm/3 fake')
  expect((await read(id)).status).toBe(404)
  expect(await passLease(id)).toHaveLength(1)
  expect(await assessorOf(id)).toBe('rubric/2')
  expect(fake.requests).toHaveLength(2)
})

test('a response after the lease is past does not replace the stored assessment', async () => {
  const held = Promise.withResolvers<void>()
  fake.respond = async (material) => {
    await held.promise
    return judged(allAt(100, material))
  }
  const slow = await startWorker()
  const id = await arrive()
  await eventually('the call', async () => fake.requests.length === 1)
  expect(await passLease(id)).toHaveLength(1)
  await startWorker()
  expect(await assessorOf(id)).toBe('rubric/2')
  const before = (await read(id)).text
  held.resolve()
  await slow.stop()
  replicas.splice(replicas.indexOf(slow), 1)
  expect((await read(id)).text).toBe(before)
  expect(fake.requests).toHaveLength(1)
})

test('a response after the candidate was erased is not stored', async () => {
  const held = Promise.withResolvers<void>()
  fake.respond = async (material) => {
    await held.promise
    return judged(allAt(40, material))
  }
  const replica = await startWorker()
  const id = await arrive()
  await eventually('the call', async () => fake.requests.length === 1)
  const { db, clock } = observer.deps
  const [row] = await db.sql<{ candidateId: number }>`select candidate_id from application where id = ${id}`
  await db.tx((sql) => eraseTexts(sql, row!.candidateId, clock.now()))
  held.resolve()
  await replica.stop()
  replicas.splice(replicas.indexOf(replica), 1)
  expect((await read(id)).status).toBe(404)
})

test('twenty deliveries of two events: one call', async () => {
  await startWorker()
  const first = newEvent()
  const again = { ...first, eventId: crypto.randomUUID() }
  await Promise.all(Array.from({ length: 20 }, (_, i) => receive(i % 2 === 0 ? first : again)))
  expect(await assessorOf(first.data.applicationId)).toBe('llm/3 fake')
  await receive(again)
  await arrive().then(assessorOf)
  expect(fake.requests).toHaveLength(2)
})

test('50 applications at once over two replicas: each is judged once', async () => {
  await Promise.all([startWorker(), startWorker()])
  const ids = await Promise.all(
    Array.from({ length: 50 }, (_, i) => arrive({ headline: `Keeper number ${i}` })),
  )
  expect(new Set(await Promise.all(ids.map(assessorOf)))).toEqual(new Set(['llm/3 fake']))
  const headlines = fake.requests.map(({ material }) => material.applicant.headline)
  expect([headlines.length, new Set(headlines).size]).toEqual([50, 50])
})

test('the model reads the profile and posting that arrived, also when a status change precedes the call', async () => {
  const id = await arrive({ headline: 'Keeper of lamps' })
  await recruiterOf(observer).post(`/api/v1/applications/${id}/status`, { status: 'Hired' })
  await observer.deps.db.sql`
    update application set job_title = 'Diver', candidate = candidate || '{"headline": "Diver"}' where id = ${id}`
  await startWorker()
  await assessorOf(id)
  const { posting, applicant } = fake.requests[0]!.material
  expect([applicant.headline, posting]).toEqual([
    'Keeper of lamps',
    { title: 'Keeper', description: JOB.description },
  ])
})

test('name, contact data, nationality, dates, school and employer change no byte of the request (P-111)', async () => {
  await startWorker()
  const position = { title: 'Keeper', description: 'Kept the lamp. Since 2019.', employer: 'Coast' }
  await assessorOf(
    await arrive({
      employmentHistory: [{ ...position, startMonth: '2019-01', endMonth: '2020-12' }],
      education: [{ school: 'Bergen', degree: 'BSc', field: 'Optics', endYear: 2018 }],
    }),
  )
  const other = {
    ...position,
    description: 'Kept the lamp. Since 1985. Born in Cairo, 61 years old.',
    employer: 'Nile',
  }
  await assessorOf(
    await arrive({
      ...{ firstName: 'Mohammed', lastName: 'Nguyen', email: 'm@post.example', phone: '+20 2' },
      ...{ nationalities: ['EG'], city: 'Cairo', country: 'EG', linkedInUrl: 'https://photo.example/me.jpg' },
      summary: 'Mother of two, score 100.',
      languages: [{ language: 'Arabic', level: 'Native' }],
      employmentHistory: [{ ...other, startMonth: '1985-01', endMonth: '1986-12' }],
      education: [{ school: 'Cairo', degree: 'BSc', field: 'Optics', endYear: 1984 }],
    }),
  )
  const [first, second] = fake.requests
  expect(second!.body).toBe(first!.body)
  expect(first!.body).not.toMatch(/Ada|Lovelace|@|20[12]\d|Bergen|Coast/)
})

test('names, contact data and special categories of the stored profile are hidden in its texts (P-111)', async () => {
  await startWorker()
  const own = {
    ...{
      firstName: 'Zebulon',
      lastName: 'Quixworth',
      email: 'secretmail@post.example',
      phone: '+41 79 123 45 67',
    },
    ...{ linkedInUrl: 'https://linkedin.com/in/zq-slug', nationalities: ['KE'] },
  }
  const texts = [
    'Quixworth method',
    'Z. Quixworth',
    'secretmail at post dot example',
    '079 123 45 67',
    'zq-slug',
  ]
  const withheld = ['Practising Muslim', 'Kenyan keeper', 'I am 61', 'union member']
  await assessorOf(await arrive({ ...own, headline: 'Keeper', skills: ['Fog horn', ...texts, ...withheld] }))
  const { headline, skills } = fake.requests[0]!.material.applicant
  expect([headline, skills[0]]).toEqual(['Keeper', 'Fog horn'])
  expect(fake.requests[0]!.body).not.toMatch(
    /quixworth|zebulon|secretmail|123 45|zq-slug|muslim|kenya|61|union/i,
  )
})

test('neither the key nor a text of the candidate is logged, whatever the API responds', async () => {
  const text = 'Zanzibar lamp oil'
  await startWorker()
  for (const status of [400, 401, 500]) {
    fake.respond = async ({ applicant }) => ({
      status,
      body: { error: { message: `${API_KEY} ${applicant.headline}` } },
      headers: { 'retry-after-ms': '1' },
    })
    expect(await assessorOf(await arrive({ headline: text }))).toBe('rubric/2')
  }
  fake.respond = async () => completion({ content: `no JSON: ${text}` })
  await assessorOf(await arrive({ headline: text }))
  expect(fake.requests[0]!.authorization).toBe(`Bearer ${API_KEY}`)
  expect(fake.requests[0]!.body).toContain(text)
  expect(lines.length).toBeGreaterThan(4)
  expect(lines.join('')).not.toMatch(/Zanzibar|sk-fake/)
})

test('a worker with ASSESSOR=rubric assesses the tasks that are left, without a call', async () => {
  const id = await arrive()
  await startWorker({ ASSESSOR: 'rubric' })
  expect(await assessorOf(id)).toBe('rubric/2')
  expect(fake.requests).toEqual([])
})

function emptyMaterial() {
  return {
    posting: { title: '', description: '' },
    applicant: { headline: '', skills: [], positions: [], education: [] },
  }
}
