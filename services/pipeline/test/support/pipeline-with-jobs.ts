import { randomUUID } from 'node:crypto'
import { applicationCreated } from '@jobboard/contracts/applications/events'
import type { DataOf } from '@jobboard/contracts/event'
import { service as jobs } from '@jobboard/jobs/service'
import { freePort } from '@jobboard/stack/infra/free-port'
import { blankProfile } from '@jobboard/testkit/blank-profile'
import { type Booted, boot, type OpenLog } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { saveJobOwner } from '../../src/applications/store.ts'
import type { PipelineEnv } from '../../src/env.ts'
import { service } from '../../src/service.ts'

type Created = DataOf<typeof applicationCreated>

/** The pipeline service, without the other services. */
export interface PipelineAlone {
  pipeline: Booted<PipelineEnv>
  /** A client with a recruiter key of the employer. */
  recruiter(employerId: number): Client
  /** Makes a job of the employer known and returns its id. */
  newJob(employerId: number): Promise<number>
  /** Handles the event of a new application as its consumer does; returns whether it was new. */
  receive(event: CreatedEvent): Promise<boolean>
  /** Receives a new application and returns its event. */
  newApplication(created: Partial<Created>): Promise<CreatedEvent>
  stop(): Promise<void>
}

/** The pipeline and jobs services on one NATS server. */
export interface PipelineWithJobs extends PipelineAlone {
  jobs: Booted
  /** Stops jobs; it is not started again. */
  stopJobs(): Promise<void>
}

/** `candidate.application.created`. */
export interface CreatedEvent {
  eventId: string
  occurredAt: string
  data: Created
}

/** Boots pipeline; `stop` removes everything it created. */
export async function bootPipeline(
  pipelineService = service,
  settings: { env?: Record<string, string>; log?: OpenLog } = {},
): Promise<PipelineAlone> {
  const pipeline = await boot(pipelineService, settings)
  const receive = (event: CreatedEvent) => receiveCreated(pipeline, event, pipelineService)
  return {
    pipeline,
    receive,
    recruiter: (employerId) =>
      pipeline.as({ kind: 'recruiter', employerId, userId: employerId * 10, keyId: employerId, scopes: [] }),
    async newJob(employerId) {
      const jobId = ++lastId
      await saveJobOwner(pipeline.deps.db.sql, jobId, employerId)
      return jobId
    },
    async newApplication(created) {
      const event = createdEvent(created)
      await receive(event)
      return event
    },
    stop: () => pipeline.stop(),
  }
}

/** Boots both services, for what pipeline asks jobs or receives from it; `newJob` creates a draft there. */
export async function bootPipelineWithJobs(): Promise<PipelineWithJobs> {
  const port = String(await freePort())
  const alone = await bootPipeline(service, { env: { JOBS_URL: `http://127.0.0.1:${port}` } })
  const jobsReplica = await boot(jobs, { natsUrl: alone.pipeline.natsUrl, env: { PORT: port } })
  let stopped: Promise<void> | undefined
  const stopJobs = () => {
    stopped ??= jobsReplica.stop()
    return stopped
  }
  return {
    ...alone,
    jobs: jobsReplica,
    async newJob(employerId) {
      const recruiter = jobsReplica.as({
        kind: 'recruiter',
        employerId,
        userId: null,
        keyId: 1,
        scopes: [],
      })
      return (await recruiter.post('/api/v1/jobs', { title: 'Keeper' })).body.id
    },
    stopJobs,
    async stop() {
      await stopJobs()
      await alone.stop()
    },
  }
}

let lastId = 0

/** Handles the event of a new application as the consumer of this service does; returns whether it was new. */
export function receiveCreated(
  { deps }: Pick<Booted<PipelineEnv>, 'deps'>,
  { eventId, occurredAt, data }: CreatedEvent,
  { consumers }: Pick<typeof service, 'consumers'> = service,
): Promise<boolean> {
  const consumer = consumers!(deps).find(({ name }) => name === 'application')!
  return receiveEvent(deps.db, 'pipeline', consumer, {
    id: eventId,
    subject: applicationCreated.subject,
    aggregateId: String(data.applicationId),
    aggregateVersion: 1,
    occurredAt,
    data,
  })
}

/** The event of a submitted application with a new event id and, unless given, a new application id. */
export function createdEvent(created: Partial<Created>): CreatedEvent {
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

/** The events of one subject about one application in the outbox of pipeline, oldest first. */
export async function outboxEvents(
  { deps }: Pick<Booted<PipelineEnv>, 'deps'>,
  subject: string,
  applicationId: number,
): Promise<{ aggregateVersion: number; payload: Record<string, unknown> }[]> {
  return deps.db.sql`
    select aggregate_version, payload from outbox
    where subject = ${subject} and aggregate_id = ${String(applicationId)} order by id`
}
