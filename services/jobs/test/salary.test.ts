import { jobFacts } from '@jobboard/contracts/jobs/events'
import { jobPosting } from '@jobboard/contracts/jobs/open-jobs'
import { expect, test } from 'vitest'
import { startMeJobs } from './support/me-jobs.ts'
import { complete, noSalary } from './support/setup.ts'

// P-413.
const jobs = await startMeJobs()

const salary = { salaryMin: 15.5, salaryMax: 18.75, salaryCurrency: 'EUR', salaryPeriod: 'Hour' }
const create = (body: object) => jobs.recruiter(1).post('/api/v1/jobs', { ...complete, ...body })
const put = (id: number, body: object) => jobs.recruiter(1).put(`/api/v1/jobs/${id}`, body)
const read = async (id: number) => (await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body

test('201: a draft with a salary; the job, its list row, its event and the facts have it to the cent', async () => {
  const { status, body } = await create(salary)
  expect(status).toBe(201)
  expect(await read(body.id)).toMatchObject(salary)
  expect((await jobs.recruiter(1).get('/api/v1/jobs')).body.items[0]).toMatchObject(salary)
  const facts = (await jobs.internal.get(`/internal/v1/jobs/${body.id}`)).body
  const [event] = await jobs.deps.db.sql<{ payload: unknown }>`
    select payload from outbox where aggregate_id = ${String(body.id)}`
  for (const one of [facts, event!.payload]) expect(jobFacts.parse(one)).toMatchObject(salary)
  for (const amount of [0, 0.01, 0.29, 1.1, 19_999.99, 9_999_999_998.99, 9_999_999_999]) {
    expect((await put(body.id, { salaryMin: amount, salaryMax: 9_999_999_999 })).body.salaryMin).toBe(amount)
    expect((await read(body.id)).salaryMin).toBe(amount)
  }
})

test('200: null leaves a field, "" clears it, the same salary is no change (D-08)', async () => {
  const { id } = (await create(salary)).body
  const before = await read(id)
  expect((await put(id, { ...salary, salaryMin: null })).body).toEqual(before)
  expect(await jobs.eventTypes(id)).toEqual(['job.created'])
  expect((await put(id, { salaryMin: '' })).body).toMatchObject({ ...salary, salaryMin: null })
  const cleared = { salaryMin: '', salaryMax: '', salaryCurrency: '', salaryPeriod: '' }
  expect((await put(id, cleared)).body).toMatchObject(noSalary)
})

test.each([
  ['a lowest above the highest', { salaryMin: 18.76 }, /^salaryMin: 18.76 is more than salaryMax, 18.75;/],
  ['no currency', { salaryCurrency: '' }, /^salaryCurrency: is required with/],
  ['no period', { salaryPeriod: '' }, /^salaryPeriod: is required with/],
])('400: %s, also against what is stored; nothing changes', async (_what, change, message) => {
  const { id } = (await create(salary)).body
  const before = await read(id)
  for (const refused of [await put(id, change), await create({ ...salary, ...change })]) {
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
    expect(refused.body.message).toMatch(message)
  }
  expect(await read(id)).toEqual(before)
  expect(await jobs.eventTypes(id)).toEqual(['job.created'])
})

test('candidates read the salary in the list and in the job; JSON-LD has it as baseSalary (P-130)', async () => {
  const baseSalaryOf = async (fields: object) => {
    const id = await jobs.publish({ title: 'Stoker', ...fields })
    await jobs.settled()
    const headers = { accept: 'application/ld+json' }
    const one = JSON.parse((await jobs.candidate.get(`/api/v1/me/jobs/${id}`, { headers })).text)
    expect(jobPosting.strict().parse(one)).toEqual(one)
    const list = JSON.parse((await jobs.candidate.get('/api/v1/me/jobs?query=stoker', { headers })).text)
    expect(list.itemListElement[0].item.baseSalary).toEqual(one.baseSalary)
    const row = (await jobs.candidate.get('/api/v1/me/jobs?query=stoker')).body.items[0]
    expect(row).toMatchObject({ ...noSalary, ...fields })
    expect((await jobs.candidate.get(`/api/v1/me/jobs/${id}`)).body).toMatchObject({ ...noSalary, ...fields })
    return one.baseSalary
  }
  const value = { '@type': 'QuantitativeValue', unitText: 'HOUR' }
  const base = { '@type': 'MonetaryAmount', currency: 'EUR' }
  expect(await baseSalaryOf(salary)).toEqual({
    ...base,
    value: { ...value, minValue: 15.5, maxValue: 18.75 },
  })
  const { salaryMin: _, ...upTo } = salary
  expect(await baseSalaryOf(upTo)).toEqual({ ...base, value: { ...value, maxValue: 18.75 } })
  const exact = { ...salary, salaryMin: 18.75, salaryPeriod: 'Year' }
  expect(await baseSalaryOf(exact)).toEqual({
    ...base,
    value: { ...value, unitText: 'YEAR', value: 18.75 },
  })
  expect(await baseSalaryOf({})).toBeUndefined()
  expect(await baseSalaryOf({ salaryCurrency: 'EUR' })).toBeUndefined()
})

test('20 changes of one end of the salary at once: it is never upside down', async () => {
  const { id } = (await create({ ...salary, salaryMin: 10, salaryMax: 20 })).body
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => put(id, n % 2 ? { salaryMin: 18 } : { salaryMax: 12 })),
  )
  const { salaryMin, salaryMax } = await read(id)
  expect([
    [18, 20],
    [10, 12],
  ]).toContainEqual([salaryMin, salaryMax])
  expect(responses.filter(({ status }) => status === 400)).toHaveLength(10)
})
