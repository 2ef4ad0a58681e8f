import { randomUUID } from 'node:crypto'
import { addCredits } from '@jobboard/contracts/credits/internal'
import type { Caller } from '@jobboard/service/auth/caller'
import type { Client } from '@jobboard/testkit/client'
import { jobDraft } from '@jobboard/testkit/job-draft'
import { type CandidateSystem, startCandidateSystem } from './setup.ts'

const DAY_MS = 86_400_000

/** The services with live employer 1 and two sandboxes, each with its 40 candidates. */
export interface Sandboxes extends CandidateSystem {
  A: number
  B: number
  /** Creates an employer with candidates, whose id is that of its sandbox. */
  newSandbox(): Promise<number>
  /** Client of the candidate service with a key of the employer that is the sandbox. */
  asSandbox(sandboxId: number): Client
  asCandidateOf(sandboxId: number, candidateId: number): Client
  newJobIn(sandboxId: number, settings?: { questions?: unknown[] }): Promise<number>
  closeJobIn(sandboxId: number, jobId: number): Promise<void>
  candidatesOf(sandboxId: number): Promise<number[]>
  internal(): Client
}

/** Boots them for the test file that calls it. */
export async function startSandboxes(): Promise<Sandboxes> {
  const system = await startCandidateSystem()
  const admin = { kind: 'admin', actor: 'operator' } as const
  const recruiter = (sandboxId: number): Caller => ({
    kind: 'recruiter',
    employerId: sandboxId,
    userId: 1,
    keyId: 5,
    scopes: [],
    sandboxId,
  })
  const service = { kind: 'service', service: 'accounts' } as const

  const sandboxes = {
    ...system,
    // A getter: the client changes with a restart.
    get admin() {
      return system.admin
    },
    asSandbox: (sandboxId: number) => system.services.candidate.as(recruiter(sandboxId)),
    asCandidateOf: (sandboxId: number, candidateId: number) =>
      system.services.candidate.as({ kind: 'candidate', candidateId, keyId: 9, scopes: [], sandboxId }),
    internal: () => system.services.candidate.as(service),
    async newSandbox() {
      const { body } = await system.services.accounts
        .as(admin)
        .post('/admin/v1/employers', { name: 'Sandbox' })
      const path = `/internal/v1/sandboxes/${body.id}/candidates`
      const { status, text } = await system.services.candidate.as(service).post(path, {})
      if (status !== 201) throw new Error(text)
      return body.id as number
    },
    async newJobIn(sandboxId: number, { questions }: { questions?: unknown[] } = {}) {
      const { jobs } = system.services
      const employer = jobs.as(recruiter(sandboxId))
      const { body } = await employer.post('/api/v1/jobs', jobDraft)
      if (questions) {
        await jobs.as(admin).put(`/admin/v1/jobs/${body.id}/screening-questions`, questions)
      }
      const kind = 'JobPosting'
      const grant = { operationId: randomUUID(), employerId: sandboxId, kind, amount: 1, cause: 'test' }
      await jobs.as(service).post(addCredits('jobs').path, grant)
      const expiryDate = new Date(jobs.deps.clock.now().getTime() + 30 * DAY_MS).toISOString()
      const { status, text } = await employer.post(`/api/v1/jobs/${body.id}/publish`, { expiryDate })
      if (status !== 200) throw new Error(text)
      // A look-up that takes too long on a busy machine falls back to it.
      await system.waitForJobCopy(body.id)
      return body.id as number
    },
    async closeJobIn(sandboxId: number, jobId: number) {
      await system.services.jobs.as(recruiter(sandboxId)).delete(`/api/v1/jobs/${jobId}`)
    },
    async candidatesOf(sandboxId: number) {
      const rows = await system.services.candidate.deps.db.sql<{ id: number }>`
        select id from candidate where sandbox_id = ${sandboxId} order by id`
      return rows.map(({ id }) => id)
    },
  }
  return Object.assign(sandboxes, { A: await sandboxes.newSandbox(), B: await sandboxes.newSandbox() })
}
