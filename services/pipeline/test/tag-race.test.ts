import { expect, test } from 'vitest'
import { recruiterOf } from './support/recruiters.ts'
import { startPipeline, startReplica } from './support/start-pipeline.ts'

// Two replicas on one database; the first owns it.
const services = await startPipeline()
const replica = await startReplica(services)

const CASES = ['night shift', 'NIGHT SHIFT', ' Night Shift', 'nIGHT sHIFT ']

async function newApplications(employerId: number, count: number): Promise<number[]> {
  const created = await Promise.all(
    Array.from({ length: count }, () => services.newApplication({ employerId })),
  )
  return created.map(({ data }) => data.applicationId)
}
const clientsOf = (employerId: number) =>
  [services.pipeline, replica].map((at) => recruiterOf(at, { employerId }))

test('40 concurrent assignments in different casing over two replicas: one tag, counted once per candidate', async () => {
  const ids = await newApplications(1, 10)
  const clients = clientsOf(1)
  const assign = (n: number) =>
    clients[n % 2]!.post(`/api/v1/applications/${ids[n % 10]}/tags`, { label: CASES[n % 4] })
  const responses = await Promise.all(Array.from({ length: 40 }, (_, n) => assign(n)))
  expect(responses.map(({ status }) => status)).toEqual(Array(40).fill(200))
  for (const { body } of responses) expect(body.label).toBe('night shift')
  expect(Math.max(...responses.map(({ body }) => body.usageCount))).toBe(10)
  expect((await clients[0]!.get('/api/v1/tags')).body).toEqual([{ label: 'night shift', usageCount: 10 }])
})

test('concurrent assignments and removals of one tag: the count is the number of candidates that have it', async () => {
  const ids = await newApplications(2, 5)
  const clients = clientsOf(2)
  for (let round = 0; round < 5; round++) {
    const calls = Array.from({ length: 40 }, (_, n) => {
      const path = `/api/v1/applications/${ids[(n * 3 + round) % 5]}/tags`
      const client = clients[n % 2]!
      return (n + round) % 2 ? client.post(path, { label: 'X' }) : client.delete(`${path}/x`)
    })
    for (const { status } of await Promise.all(calls)) expect([200, 204, 404]).toContain(status)
    const having = await services.pipeline.deps.db.sql`
      select 1 from candidate_tag where employer_id = 2 and label = 'x'`
    const expected = having.length === 0 ? [] : [{ label: 'x', usageCount: having.length }]
    expect((await clients[0]!.get('/api/v1/tags')).body).toEqual(expected)
  }
})

test('20 concurrent removals of one assignment: one 204, the others 404', async () => {
  const [id] = await newApplications(3, 1)
  const clients = clientsOf(3)
  await clients[0]!.post(`/api/v1/applications/${id}/tags`, { label: 'x' })
  const remove = (n: number) => clients[n % 2]!.delete(`/api/v1/applications/${id}/tags/x`)
  const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => remove(n)))
  expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(19).fill(404)])
})
