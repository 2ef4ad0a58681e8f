import { addCredits } from '@jobboard/contracts/credits/internal'
import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { afterAll } from 'vitest'
import { service as jobsService } from '../../src/service.ts'

export const DAY_MS = 86_400_000

/** Every field that publishing requires (D-21). */
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

/** The salary of a job that states none (P-413). */
export const noSalary = { salaryMin: null, salaryMax: null, salaryCurrency: null, salaryPeriod: null }

/** The jobs service with a database and a NATS account of its own, and clients for every kind of caller. */
export interface Jobs extends Booted {
  /** Client of a recruiter of this employer. */
  recruiter(employerId: number): Client
  internal: Client
  admin: Client
  grant(employerId: number, amount: number): Promise<void>
  balance(employerId: number): Promise<number>
  /** Number of negative ledger entries: one per publish. */
  debits(employerId: number): Promise<number>
  /** Creates a Draft; returns its id. */
  createDraft(employerId: number, fields?: Record<string, unknown>): Promise<number>
  /** Creates an Active job and grants the credit it costs; returns its id. */
  createActive(employerId: number, forMs?: number): Promise<number>
  /** Types of the events of a job, in order. */
  eventTypes(jobId: number): Promise<string[]>
  /** ISO timestamp `ms` after now on the business clock. */
  inMs(ms: number): string
}

/** Boots the service, or a variant of it; `stop` removes everything it created. */
export async function bootJobs(
  settings: Parameters<typeof boot>[1] = {},
  service = jobsService,
): Promise<Jobs> {
  const booted = await boot(service, settings)
  const recruiter = (employerId: number) =>
    booted.as({ kind: 'recruiter', employerId, userId: null, keyId: 1, scopes: ['JobPosting'] })
  const internal = booted.as({ kind: 'service', service: 'accounts' })
  const { sql } = booted.deps.db
  let grants = 0

  const jobs: Jobs = {
    ...booted,
    recruiter,
    internal,
    admin: booted.as({ kind: 'admin', actor: 'operator' }),
    async grant(employerId, amount) {
      const response = await internal.post(addCredits('jobs').path, {
        operationId: `grant-${grants++}-${Math.random()}`,
        employerId,
        kind: 'JobPosting',
        amount,
        cause: 'test',
      })
      if (response.status !== 201) throw new Error(`grant: ${response.text}`)
    },
    async balance(employerId) {
      return (await internal.get(`/internal/v1/employers/${employerId}/credits`)).body.JobPosting
    },
    async debits(employerId) {
      const [row] = await sql<{ count: number }>`
        select count(*) as count from credit_entry where employer_id = ${employerId} and amount < 0`
      return row!.count
    },
    async createDraft(employerId, fields = complete) {
      const response = await recruiter(employerId).post('/api/v1/jobs', fields)
      if (response.status !== 201) throw new Error(`draft: ${response.text}`)
      return response.body.id
    },
    async createActive(employerId, forMs = DAY_MS) {
      const id = await jobs.createDraft(employerId)
      await jobs.grant(employerId, 1)
      const response = await recruiter(employerId).post(`/api/v1/jobs/${id}/publish`, {
        expiryDate: jobs.inMs(forMs),
      })
      if (response.status !== 200) throw new Error(`publish: ${response.text}`)
      return id
    },
    async eventTypes(jobId) {
      const rows = await sql<{ subject: string }>`
        select subject from outbox where aggregate_id = ${String(jobId)} order by id`
      return rows.map(({ subject }) => subject.replace(/^evt\.jobs\.(.*)\.v1$/, '$1'))
    },
    inMs: (ms) => new Date(booted.deps.clock.now().getTime() + ms).toISOString(),
  }
  return jobs
}

/** Boots the service for the test file that calls it, and stops it after its last test. */
export async function startJobs(...settings: Parameters<typeof bootJobs>): Promise<Jobs> {
  const jobs = await bootJobs(...settings)
  afterAll(() => jobs.stop())
  return jobs
}
