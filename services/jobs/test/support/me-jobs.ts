import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll } from 'vitest'
import { bootJobs, complete, DAY_MS, type Jobs } from './setup.ts'

/** The jobs service with the names of employers 1 and 2, and a client of a candidate. */
export interface MeJobs extends Jobs {
  candidate: Client
  /** Publishes a job of employer 1, without waiting until it can be found; returns its id. */
  publish(fields?: Record<string, unknown>, forMs?: number): Promise<number>
  /** Resolves when no change waits to be made findable. */
  settled(): Promise<void>
  /** Ids that a query string finds, in order, on one page. */
  find(query: string): Promise<number[]>
}

/** Boots the service, or another replica on the database of one. */
export async function bootMeJobs(settings: Parameters<typeof bootJobs>[0] = {}): Promise<MeJobs> {
  const jobs = await bootJobs(settings)
  const candidate = jobs.as({ kind: 'candidate', candidateId: 1, keyId: 1, scopes: ['Profile'] })
  const { sql } = jobs.deps.db
  await sql`
    insert into employer_copy (employer_id, name, version) values (1, 'Fjord Lamps', 1), (2, 'Sea Bells', 1)
    on conflict do nothing`
  return {
    ...jobs,
    candidate,
    async publish(fields = {}, forMs = DAY_MS) {
      const id = await jobs.createDraft(1, { ...complete, ...fields })
      await jobs.grant(1, 1)
      const body = { expiryDate: jobs.inMs(forMs) }
      const response = await jobs.recruiter(1).post(`/api/v1/jobs/${id}/publish`, body)
      if (response.status !== 200) throw new Error(`publish: ${response.text}`)
      return id
    },
    settled: async () =>
      void (await eventually('changed jobs to be findable', async () => {
        return (await sql`select from active_job_queue limit 1`).length === 0
      })),
    async find(query) {
      const response = await candidate.get(`/api/v1/me/jobs?${query}`)
      if (response.status !== 200) throw new Error(`${query}: ${response.status} ${response.text}`)
      return response.body.items.map(({ id }: { id: number }) => id)
    },
  }
}

/** Boots the service for the test file that calls it, and stops it after its last test. */
export async function startMeJobs(): Promise<MeJobs> {
  const jobs = await bootMeJobs()
  afterAll(() => jobs.stop())
  return jobs
}
