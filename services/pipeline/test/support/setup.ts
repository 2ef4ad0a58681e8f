import { randomUUID } from 'node:crypto'
import type { DataOf } from '@jobboard/contracts/event'
import type { applicationCreated } from '@jobboard/contracts/events/candidate'
import { receiveApplication } from '@jobboard/contracts/internal/facts'
import { service as jobs } from '@jobboard/jobs/service'
import { freePort } from '@jobboard/stack/infra/free-port'
import { blankProfile } from '@jobboard/testkit/blank-profile'
import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { service } from '../../src/service.ts'

type Created = DataOf<typeof applicationCreated>

/** Pipeline, and jobs beside it on the same NATS. */
export interface World {
  pipeline: Booted
  jobs: Booted
  recruiter(employerId: number): Client
  internal: Client
  /** A draft of an employer. */
  newJob(employerId: number): Promise<number>
  /** Hands an application over as candidate does; returns what was sent. */
  newApplication(created: Partial<Created>): Promise<HandOver>
  /** Jobs goes down for good. */
  stopJobs(): Promise<void>
  end(): Promise<void>
}

/** The body of the hand-over. */
export interface HandOver {
  eventId: string
  occurredAt: string
  data: Created
}

/** Boots both; `end` leaves nothing behind. */
export async function world(): Promise<World> {
  const port = String(await freePort())
  const pipeline = await boot(service, { env: { JOBS_URL: `http://127.0.0.1:${port}` } })
  const jobsUp = await boot(jobs, { natsUrl: pipeline.natsUrl, env: { PORT: port } })
  let stopped: Promise<void> | undefined
  const stopJobs = () => {
    stopped ??= jobsUp.stop()
    return stopped
  }
  const internal = pipeline.as({ kind: 'service', service: 'candidate' })
  return {
    pipeline,
    jobs: jobsUp,
    internal,
    recruiter: (employerId) =>
      pipeline.as({ kind: 'recruiter', employerId, userId: employerId * 10, keyId: employerId, scopes: [] }),
    async newJob(employerId) {
      const of = jobsUp.as({ kind: 'recruiter', employerId, userId: null, keyId: 1, scopes: [] })
      return (await of.post('/api/v1/jobs', { title: 'Keeper' })).body.id
    },
    async newApplication(created) {
      const body = handOver(created)
      const answer = await internal.post(receiveApplication.path, body)
      if (answer.status !== 204) throw new Error(`hand-over: ${answer.text}`)
      return body
    },
    stopJobs,
    async end() {
      await stopJobs()
      await pipeline.stop()
    },
  }
}

let lastId = 0

/** A new application as candidate tells it. */
export function handOver(created: Partial<Created>): HandOver {
  const applicationId = created.applicationId ?? ++lastId
  const appliedAt = created.appliedAt ?? new Date(Date.UTC(2030, 0, 1) + applicationId * 1_000).toISOString()
  return {
    eventId: randomUUID(),
    occurredAt: appliedAt,
    data: {
      employerId: 1,
      jobId: 1,
      jobTitle: 'Keeper',
      jobReference: 'K-1',
      candidate: { ...CANDIDATE, id: applicationId + 1_000 },
      applicationType: 'Api',
      isAiAssisted: true,
      coverLetter: 'Dear all',
      resumeUrl: null,
      screeningAnswers: [{ questionId: 1, question: 'Storms?', answer: true }],
      ...created,
      applicationId,
      appliedAt,
    },
  }
}

const CANDIDATE: Created['candidate'] = {
  ...blankProfile,
  phone: '+47 22',
  headline: 'Keeper',
  city: 'Bergen',
  country: 'NO',
  completeness: 40,
}

/** The events of one subject that pipeline has written about an application, oldest first. */
export async function told(
  { deps }: Booted,
  subject: string,
  applicationId: number,
): Promise<{ aggregateVersion: number; payload: Record<string, unknown> }[]> {
  return deps.db.sql`
    select aggregate_version, payload from outbox
    where subject = ${subject} and aggregate_id = ${String(applicationId)} order by id`
}
