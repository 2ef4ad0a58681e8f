import { randomUUID } from 'node:crypto'
import { jobClosed } from '@jobboard/contracts/jobs/events'
import type { Network } from '@jobboard/network/network'
import type { Changes } from './change.ts'

/** Retries and drops of dead letters, which the test stores as a consumer of pipeline does. */
export function deadLetterChanges(system: Network): Changes {
  async function addDeadLetter() {
    const eventId = randomUUID()
    const nulls = [
      ...['reference', 'description', 'city', 'country', 'employmentType', 'remoteType'],
      ...['postedDate', 'expiryDate'],
    ]
    const facts = { jobId: 900_001, employerId: 1, status: 'Closed', title: 'Baker', screeningQuestions: [] }
    const payload = { ...facts, version: 1, ...Object.fromEntries(nulls.map((name) => [name, null])) }
    const letter = {
      consumer: 'pipeline_job',
      subject: jobClosed.subject,
      error: 'Error: cannot',
      attempts: 8,
    }
    const [row] = await system.services.pipeline.deps.db.sql<{ id: number }>`
      insert into dead_letter (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload,
        error, attempts)
      values (${letter.consumer}, ${eventId}, ${letter.subject}, '900001', 1, '2030-01-31T12:00:00.000Z',
        ${JSON.stringify(payload)}, ${letter.error}, ${letter.attempts})
      returning id`
    const id = `pipeline-${row!.id}`
    return {
      path: `/events/dead-letters/${id}`,
      service: 'pipeline',
      object: `dead-letter ${id}`,
      before: { ...letter, eventId },
      after: null,
    }
  }

  return {
    'retry-dead-letter': async () => {
      const change = await addDeadLetter()
      return { ...change, path: `${change.path}/retry` }
    },
    'drop-dead-letter': addDeadLetter,
  }
}
