import { randomUUID } from 'node:crypto'
import { jobCreated } from '@jobboard/contracts/jobs/events'
import { openPortalSystem } from '../support/portal-system.ts'

const DOWN = 'http://127.0.0.1:9'

/** A portal in front of all services but candidate, which is down, with an operator and a viewer. */
export async function openStaffPages() {
  const system = await openPortalSystem({
    only: ['accounts', 'jobs', 'pipeline', 'search', 'webhook'],
    env: { CANDIDATE_URL: DOWN, WEBHOOK_RETRY_DELAYS_SECONDS: '86400,1,1,1,1,1,1' },
  })
  const [operator, viewer] = [await system.staff('operator'), await system.staff('viewer')]
  const { sql } = system.network.services.pipeline.deps.db
  const jobFacts = (jobId: number) => ({
    ...{ jobId, employerId: 7, status: 'Draft', title: 'Keeper', reference: null, description: null },
    ...{ city: null, country: null, employmentType: null, remoteType: null, postedDate: null },
    ...{ expiryDate: null, screeningQuestions: [], version: 1 },
  })
  return {
    system,
    operator,
    viewer,
    sql,
    asOperator: await system.signedIn(operator),
    asViewer: await system.signedIn(viewer),
    /** A dead letter of pipeline about a job; with `isBroken`, it fails again. */
    async deadLetter(jobId: number, { isBroken = false, error = 'Error: cannot' } = {}): Promise<string> {
      const eventId = randomUUID()
      const payload = { ...jobFacts(jobId), ...(isBroken && { employerId: 'seven' }) }
      await sql`insert into inbox (consumer, event_id) values ('pipeline_job', ${eventId})`
      const [row] = await sql<{ id: number }>`
        insert into dead_letter (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, error,
          attempts, parked_at)
        values ('pipeline_job', ${eventId}, ${jobCreated.subject}, '1', 1, '2030-01-31T12:00:00.000Z',
          ${JSON.stringify(payload)}, ${error}, 8, now())
        returning id`
      return `pipeline-${row!.id}`
    },
    letters: () => sql<{ id: number }>`select id from dead_letter order by id`,
  }
}
export type StaffPages = Awaited<ReturnType<typeof openStaffPages>>

/** Runs a call many times at once. */
export const atOnce = <T>(count: number, call: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, call))
