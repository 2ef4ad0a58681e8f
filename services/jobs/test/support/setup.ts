import { addCredits } from '@jobboard/contracts/internal/credits'
import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { service as whole } from '../../src/service.ts'

export const DAY_MS = 86_400_000

/** Everything publishing needs (D-21). */
export const complete = {
  title: 'Lighthouse Keeper',
  reference: 'LK-1',
  description: 'Keep the lamp burning.\nMind the fog.',
  city: 'Bergen',
  country: 'NO',
  employmentType: 'FullTime',
  remoteType: 'OnSite',
  applyMethod: 'PlatformApply',
}

/** The jobs service on a schema and a NATS of its own, with the callers that tests need. */
export interface Jobs extends Booted {
  /** A recruiter of this employer. */
  of(employerId: number): Client
  internal: Client
  admin: Client
  grant(employerId: number, amount: number): Promise<void>
  balance(employerId: number): Promise<number>
  /** Negative entries of the ledger: what publishing has cost. */
  debits(employerId: number): Promise<number>
  /** A new draft's id. */
  draft(employerId: number, fields?: Record<string, unknown>): Promise<number>
  /** A new Active job's id; grants the credit it costs. */
  active(employerId: number, forMs?: number): Promise<number>
  /** Types of the events of a job, in order. */
  events(jobId: number): Promise<string[]>
  /** ISO timestamp that far ahead on the business clock. */
  inMs(ms: number): string
}

/** Boots it, or a part of it; `stop` leaves nothing behind. */
export async function bootJobs(settings: Parameters<typeof boot>[1] = {}, service = whole): Promise<Jobs> {
  const booted = await boot(service, settings)
  const of = (employerId: number) =>
    booted.as({ kind: 'recruiter', employerId, userId: null, keyId: 1, scopes: ['JobPosting'] })
  const internal = booted.as({ kind: 'service', service: 'accounts' })
  const { sql } = booted.deps.db
  let operations = 0

  const jobs: Jobs = {
    ...booted,
    of,
    internal,
    admin: booted.as({ kind: 'admin', actor: 'operator' }),
    async grant(employerId, amount) {
      const answer = await internal.post(addCredits('jobs').path, {
        operationId: `grant-${operations++}-${Math.random()}`,
        employerId,
        kind: 'JobPosting',
        amount,
        cause: 'test',
      })
      if (answer.status !== 201) throw new Error(`grant: ${answer.text}`)
    },
    async balance(employerId) {
      return (await internal.get(`/internal/v1/employers/${employerId}/credits`)).body.JobPosting
    },
    async debits(employerId) {
      const [row] = await sql<{ count: number }>`
        select count(*) as count from credit_entry where employer_id = ${employerId} and amount < 0`
      return row!.count
    },
    async draft(employerId, fields = complete) {
      const answer = await of(employerId).post('/api/v1/jobs', fields)
      if (answer.status !== 201) throw new Error(`draft: ${answer.text}`)
      return answer.body.id
    },
    async active(employerId, forMs = DAY_MS) {
      const id = await jobs.draft(employerId)
      await jobs.grant(employerId, 1)
      const answer = await of(employerId).post(`/api/v1/jobs/${id}/publish`, { expiryDate: jobs.inMs(forMs) })
      if (answer.status !== 200) throw new Error(`publish: ${answer.text}`)
      return id
    },
    async events(jobId) {
      const rows = await sql<{ subject: string }>`
        select subject from outbox where aggregate_id = ${String(jobId)} order by id`
      return rows.map(({ subject }) => subject.replace(/^evt\.jobs\.(.*)\.v1$/, '$1'))
    },
    inMs: (ms) => new Date(booted.deps.clock.now().getTime() + ms).toISOString(),
  }
  return jobs
}
