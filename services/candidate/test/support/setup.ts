import { randomUUID } from 'node:crypto'
import { service as accounts } from '@jobboard/accounts/service'
import { addCredits } from '@jobboard/contracts/credits/internal'
import { service as jobs } from '@jobboard/jobs/service'
import { service as pipeline } from '@jobboard/pipeline/service'
import type { BaseEnv } from '@jobboard/service/lifecycle/env'
import type { Service } from '@jobboard/service/runtime/service'
import { freePort } from '@jobboard/stack/infra/free-port'
import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client, HttpResponse } from '@jobboard/testkit/client'
import { openMigratedDatabase } from '@jobboard/testkit/database'
import { eventually } from '@jobboard/testkit/eventually'
import { openNatsAccount } from '@jobboard/testkit/infra'
import { jobDraft } from '@jobboard/testkit/job-draft'
import { afterAll } from 'vitest'
import { service as candidate } from '../../src/service.ts'

const services = { accounts, candidate, jobs, pipeline } as unknown as Record<
  'accounts' | 'candidate' | 'jobs' | 'pipeline',
  Service<BaseEnv>
>
type Name = keyof typeof services

const DAY_MS = 86_400_000

/** Name of the employer with id 1. */
export const EMPLOYER_NAME = 'Fjord Lamps'

/** The candidate service and the services it calls or subscribes to, on real Postgres and NATS. Each service can be
 * stopped and started again on the same port and database. */
export interface CandidateSystem {
  readonly services: Record<Name, Booted>
  readonly natsUrl: string
  /** Environment for a separate process that replaces the stopped service. */
  envOf(name: Name): Record<string, string>
  startService(name: Name): Promise<void>
  stopService(name: Name): Promise<void>
  /** Client of the candidate service with this candidate's key. */
  asCandidate(candidateId: number): Client
  /** Client of the pipeline service with a recruiter key of this employer. */
  asRecruiter(employerId: number): Client
  /** The response of pipeline to a recruiter of this employer, once the application has arrived there. */
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of a response themselves
  arrived(employerId: number, applicationId: number): Promise<HttpResponse<any>>
  /** Client of the candidate service as the operator. */
  admin: Client
  newCandidate(fields?: Record<string, unknown>): Promise<number>
  /** Creates and publishes a job that expires after `expiresInMs`, 30 days unless given. */
  newJob(employerId: number, settings?: { questions?: unknown[]; expiresInMs?: number }): Promise<number>
  newDraft(employerId: number): Promise<number>
  /** Resolves when the candidate service's copy of the job has the status, Active unless given. */
  waitForJobCopy(jobId: number, status?: string): Promise<unknown>
  /** Moves the business clock of every running service. */
  advanceClock(seconds: number): Promise<void>
}

/** Boots the four services for the test file that calls it, and creates the employer. */
export async function startCandidateSystem(): Promise<CandidateSystem> {
  const nats = await openNatsAccount()
  const names = Object.keys(services) as Name[]
  const ports = {} as Record<Name, number>
  const databases = {} as Record<Name, Awaited<ReturnType<typeof openMigratedDatabase>>>
  for (const name of names) {
    ports[name] = await freePort()
    databases[name] = await openMigratedDatabase(services[name].migrations)
  }
  const peers = Object.fromEntries(
    names.map((name) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${ports[name]}`]),
  )
  const booted = {} as Record<Name, Booted>
  const startService = async (name: Name) => {
    booted[name] = await boot(services[name], {
      natsUrl: nats.url,
      databaseUrl: databases[name].url,
      env: { ...peers, PORT: String(ports[name]) },
    })
  }
  await Promise.all(names.map(startService))
  const running = new Set<Name>(names)
  const admin = { kind: 'admin', actor: 'operator' } as const

  const operator = booted.accounts.as(admin)
  expected(201, await operator.post('/admin/v1/employers', { name: EMPLOYER_NAME }))

  const asEmployer = (employerId: number) =>
    booted.jobs.as({ kind: 'recruiter', employerId, userId: null, keyId: 1, scopes: [] })

  const system: CandidateSystem = {
    services: booted,
    natsUrl: nats.url,
    envOf: (name) => ({ ...peers, PORT: String(ports[name]), DATABASE_URL: databases[name].url }),
    async startService(name) {
      await startService(name)
      running.add(name)
    },
    async stopService(name) {
      await booted[name].stop()
      running.delete(name)
    },
    asCandidate: (candidateId) =>
      booted.candidate.as({ kind: 'candidate', candidateId, keyId: candidateId, scopes: [] }),
    asRecruiter: (employerId) =>
      booted.pipeline.as({ kind: 'recruiter', employerId, userId: employerId, keyId: 7, scopes: [] }),
    arrived: (employerId, applicationId) =>
      eventually('the application in pipeline', async () => {
        const path = `/api/v1/applications/${applicationId}`
        const response = await system.asRecruiter(employerId).get(path)
        return response.status === 200 && response
      }),
    get admin() {
      return booted.candidate.as(admin)
    },
    async newCandidate(fields = {}) {
      const form = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test', ...fields }
      return expected(201, await system.admin.post('/admin/v1/candidates', form)).id
    },
    async newDraft(employerId) {
      return expected(
        201,
        await asEmployer(employerId).post('/api/v1/jobs', { ...jobDraft, reference: 'LK-1' }),
      ).id
    },
    async newJob(employerId, { questions, expiresInMs = 30 * DAY_MS } = {}) {
      const id = await system.newDraft(employerId)
      const path = `/admin/v1/jobs/${id}/screening-questions`
      if (questions) expected(200, await booted.jobs.as(admin).put(path, questions))
      const grant = { operationId: randomUUID(), employerId, kind: 'JobPosting', amount: 1, cause: 'test' }
      const internal = booted.jobs.as({ kind: 'service', service: 'accounts' })
      expected(201, await internal.post(addCredits('jobs').path, grant))
      const expiryDate = new Date(booted.jobs.deps.clock.now().getTime() + expiresInMs).toISOString()
      expected(200, await asEmployer(employerId).post(`/api/v1/jobs/${id}/publish`, { expiryDate }))
      return id
    },
    waitForJobCopy: (jobId, status = 'Active') =>
      eventually(`copy of job ${jobId} as ${status}`, async () => {
        const [row] = await booted.candidate.deps.db.sql<{ status: string }>`
          select status from job_copy where job_id = ${jobId}`
        return row?.status === status
      }),
    async advanceClock(seconds) {
      for (const name of running) {
        const clock = booted[name].deps.clock
        clock.advanceTo(clock.offsetMs + seconds * 1_000)
      }
    },
  }
  afterAll(async () => {
    for (const name of running) await booted[name].stop()
    await nats.stop()
    for (const name of names) await databases[name].drop()
  })
  return system
}

/** The events of one subject in a service's outbox, oldest first. */
export async function outboxEvents(
  { deps }: Booted,
  subject: string,
): Promise<{ eventId: string; aggregateVersion: number; payload: Record<string, unknown> }[]> {
  return deps.db.sql`
    select event_id, aggregate_version, payload from outbox where subject = ${subject} order by id`
}

/** Number of responses by status. */
export function countByStatus(responses: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

function expected<B>(status: number, response: { status: number; text: string; body: B }): B {
  if (response.status !== status)
    throw new Error(`expected status ${status}, got ${response.status}: ${response.text}`)
  return response.body
}
