import { type JobFacts, jobFacts } from '@jobboard/contracts/jobs/events'
import { eventually } from '@jobboard/testkit/eventually'
import { randomRuns } from '@jobboard/testkit/random-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, startJobs } from './support/setup.ts'

const jobs = await startJobs()
await jobs.grant(1, 10_000)

const path = (id: number) => `/api/v1/jobs/${id}`
const operations = {
  change: (id: number, text: string) => jobs.recruiter(1).put(path(id), { title: text, city: text }),
  publish: (id: number) => jobs.recruiter(1).post(`${path(id)}/publish`, { expiryDate: jobs.inMs(DAY_MS) }),
  close: (id: number) => jobs.recruiter(1).delete(path(id)),
  replaceQuestions: (id: number, text: string) =>
    jobs.admin.put(`/admin/v1/jobs/${id}/screening-questions`, [{ text, type: 'YesNo', required: true }]),
  expire: async (id: number) => {
    const { status } = await facts(id)
    jobs.deps.clock.advanceTo(jobs.deps.clock.offsetMs + 2 * DAY_MS)
    if (status !== 'Active') return
    await eventually('the final event is in the outbox', async () =>
      /expired|closed/.test(String(await jobs.eventTypes(id))),
    )
  },
}
const names = Object.keys(operations) as (keyof typeof operations)[]
const anyOperation = fc.tuple(fc.constantFrom(...names), fc.constantFrom('Cook', 'Baker', 'Smith'))

const facts = async (id: number): Promise<JobFacts> => {
  const { employerName: _, ...event } = (await jobs.internal.get(`/internal/v1/jobs/${id}`)).body
  return event
}

interface OutboxEvent {
  type: string
  aggregateVersion: number
  payload: JobFacts
}

/** The events of a job in the order of publication. */
async function outboxEvents(id: number): Promise<OutboxEvent[]> {
  const rows = await jobs.deps.db.sql<OutboxEvent & { subject: string }>`
    select subject, aggregate_version, payload from outbox
    where aggregate_id = ${String(id)} and subject like 'evt.jobs.job.%' order by id`
  return rows.map(({ subject, ...event }) => ({ ...event, type: subject.split('.')[3]! }))
}

function expectValidHistory(events: OutboxEvent[]): void {
  const types = events.map(({ type }) => type).join(' ')
  expect(types).toMatch(/^created( changed)*( published( changed)*( expired| closed)?| closed)?$/)
  expect(events.map(({ aggregateVersion }) => aggregateVersion)).toEqual(events.map((_, n) => n + 1))
  for (const { payload, aggregateVersion } of events) {
    // Only a job of a sandbox has `sandboxId`.
    const fields = Object.keys(jobFacts.shape).filter((name) => name !== 'sandboxId')
    expect(Object.keys(payload).sort()).toEqual(fields.sort())
    expect(jobFacts.parse(payload).version).toBe(aggregateVersion)
  }
}

test('any sequence of operations: each change publishes one event with the state read after it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyOperation, { maxLength: 12 }), async (steps) => {
      const id = await jobs.createDraft(1)
      const states = [await facts(id)]
      for (const [name, text] of steps) {
        await operations[name](id, text)
        const state = await facts(id)
        if (state.version !== states.at(-1)!.version) states.push(state)
        else expect(state).toEqual(states.at(-1))
      }
      const events = await outboxEvents(id)
      expectValidHistory(events)
      expect(events.map(({ payload }) => payload)).toEqual(states)
    }),
    { numRuns: randomRuns(40) },
  )
})

test('any parallel operations: versions have no gap, and a job ends once (Spec §3)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyOperation, { minLength: 4, maxLength: 16 }), async (steps) => {
      const id = await jobs.createDraft(1)
      await Promise.all(steps.map(([name, text]) => operations[name](id, text)))
      const last = await facts(id)
      const events = await eventually('the last version is in the outbox', async () => {
        const events = await outboxEvents(id)
        return events.length === last.version && events
      })
      expectValidHistory(events)
      expect(events.at(-1)!.payload).toEqual(last)
    }),
    { numRuns: randomRuns(40) },
  )
})
