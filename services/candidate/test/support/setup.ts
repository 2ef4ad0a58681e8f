import { randomUUID } from 'node:crypto'
import { service as accounts } from '@jobboard/accounts/service'
import { addCredits } from '@jobboard/contracts/internal/credits'
import { service as jobs } from '@jobboard/jobs/service'
import { service as pipeline } from '@jobboard/pipeline/service'
import type { Service } from '@jobboard/service/lifecycle/define'
import type { BaseEnv } from '@jobboard/service/lifecycle/env'
import { freePort } from '@jobboard/stack/infra/free-port'
import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { openNats, openSchema } from '@jobboard/testkit/infra'
import { service as candidate } from '../../src/service.ts'

const services = { accounts, candidate, jobs, pipeline } as unknown as Record<
  'accounts' | 'candidate' | 'jobs' | 'pipeline',
  Service<BaseEnv>
>
type Name = keyof typeof services

/** The employer of these tests, whose id is 1. */
export const EMPLOYER_NAME = 'Fjord Lamps'

/** Candidate and the services it works with, wired to each other over real Postgres and NATS; each can go down and come back. */
export interface World {
  readonly services: Record<Name, Booted>
  readonly natsUrl: string
  /** What a process of its own needs to take a service's place. */
  envOf(name: Name): Record<string, string>
  start(name: Name): Promise<void>
  stop(name: Name): Promise<void>
  me(candidateId: number): Client
  recruiter(employerId: number): Client
  admin: Client
  newCandidate(fields?: Record<string, unknown>): Promise<number>
  /** An Active job of an employer. */
  newJob(employerId: number, settings?: { questions?: unknown[]; forMs?: number }): Promise<number>
  newDraft(employerId: number): Promise<number>
  /** Resolves when the candidate service has its copy of the job, with a status. */
  copied(jobId: number, status?: string): Promise<unknown>
  advance(seconds: number): Promise<void>
  end(): Promise<void>
}

/** Boots it all; `end` leaves nothing behind. */
export async function world(): Promise<World> {
  const nats = await openNats()
  const names = Object.keys(services) as Name[]
  const ports = {} as Record<Name, number>
  const schemas = {} as Record<Name, Awaited<ReturnType<typeof openSchema>>>
  for (const name of names) {
    ports[name] = await freePort()
    schemas[name] = await openSchema()
  }
  const peers = Object.fromEntries(
    names.map((name) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${ports[name]}`]),
  )
  const env = peers
  const running = {} as Record<Name, Booted>
  const start = async (name: Name) => {
    running[name] = await boot(services[name], {
      natsUrl: nats.url,
      databaseUrl: schemas[name].url,
      env: { ...env, PORT: String(ports[name]) },
    })
  }
  await Promise.all(names.map(start))
  const up = new Set<Name>(names)
  const admin = { kind: 'admin', actor: 'operator' } as const

  const operator = running.accounts.as(admin)
  expected(201, await operator.post('/admin/v1/employers', { name: EMPLOYER_NAME }))

  const w: World = {
    services: running,
    natsUrl: nats.url,
    envOf: (name) => ({ ...env, PORT: String(ports[name]), DATABASE_URL: schemas[name].url }),
    async start(name) {
      await start(name)
      up.add(name)
    },
    async stop(name) {
      await running[name].stop()
      up.delete(name)
    },
    me: (candidateId) =>
      running.candidate.as({ kind: 'candidate', candidateId, keyId: candidateId, scopes: [] }),
    recruiter: (employerId) =>
      running.pipeline.as({ kind: 'recruiter', employerId, userId: employerId, keyId: 7, scopes: [] }),
    get admin() {
      return running.candidate.as(admin)
    },
    async newCandidate(fields = {}) {
      const named = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test', ...fields }
      return expected(201, await w.admin.post('/admin/v1/candidates', named)).id
    },
    async newDraft(employerId) {
      const of = running.jobs.as({ kind: 'recruiter', employerId, userId: null, keyId: 1, scopes: [] })
      return expected(201, await of.post('/api/v1/jobs', JOB)).id
    },
    async newJob(employerId, { questions, forMs = 86_400_000 * 30 } = {}) {
      const id = await w.newDraft(employerId)
      const of = running.jobs.as({ kind: 'recruiter', employerId, userId: null, keyId: 1, scopes: [] })
      const asked = `/admin/v1/jobs/${id}/screening-questions`
      if (questions) expected(200, await running.jobs.as(admin).put(asked, questions))
      const grant = { operationId: randomUUID(), employerId, kind: 'JobPosting', amount: 1, cause: 'test' }
      const internal = running.jobs.as({ kind: 'service', service: 'accounts' })
      expected(201, await internal.post(addCredits('jobs').path, grant))
      const expiryDate = new Date(running.jobs.deps.clock.now().getTime() + forMs).toISOString()
      expected(200, await of.post(`/api/v1/jobs/${id}/publish`, { expiryDate }))
      return id
    },
    copied: (jobId, status = 'Active') =>
      eventually(`copy of job ${jobId} as ${status}`, async () => {
        const [row] = await running.candidate.deps.db.sql<{ status: string }>`
          select status from job_copy where job_id = ${jobId}`
        return row?.status === status
      }),
    async advance(seconds) {
      for (const name of up) {
        const clock = running[name].deps.clock
        clock.advanceTo(clock.offsetMs + seconds * 1_000)
      }
    },
    async end() {
      for (const name of up) await running[name].stop()
      await nats.stop()
      for (const name of names) await schemas[name].drop()
    },
  }
  return w
}

/** The events of one subject that a service has written, oldest first. */
export async function told(
  { deps }: Booted,
  subject: string,
): Promise<{ eventId: string; aggregateVersion: number; payload: Record<string, unknown> }[]> {
  return deps.db.sql`
    select event_id, aggregate_version, payload from outbox where subject = ${subject} order by id`
}

/** Statuses and how often each came. */
export function tally(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

function expected<B>(status: number, answer: { status: number; text: string; body: B }): B {
  if (answer.status !== status) throw new Error(`wanted ${status}, got ${answer.status}: ${answer.text}`)
  return answer.body
}

const JOB = {
  title: 'Lighthouse Keeper',
  reference: 'LK-1',
  description: 'Keep the lamp burning.',
  city: 'Bergen',
  country: 'NO',
  employmentType: 'FullTime',
  remoteType: 'OnSite',
  applyMethod: 'PlatformApply',
}
