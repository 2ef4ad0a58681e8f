import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { applicationCreated } from '../events/candidate.ts'
import { jobFacts } from '../events/jobs.ts'
import { id, pathId } from '../text.ts'

/** Who owns a job and in what state it is. Throws not_found for an unknown id. */
export const getJobFacts = endpoint({
  plane: 'internal',
  service: 'jobs',
  name: 'get-job-facts',
  method: 'GET',
  path: '/internal/v1/jobs/{jobId}',
  summary: 'A job as other services need it',
  params: z.object({ jobId: pathId() }),
  status: 200,
  response: jobFacts,
})

/** Name and flags of an employer. */
export const getEmployerFacts = endpoint({
  plane: 'internal',
  service: 'accounts',
  name: 'get-employer-facts',
  method: 'GET',
  path: '/internal/v1/employers/{employerId}',
  summary: 'An employer as other services need it',
  params: z.object({ employerId: pathId() }),
  status: 200,
  response: z.object({ id: id(), name: z.string(), version: z.int() }),
})

/** Whether there is such a candidate. */
export const getCandidateFacts = endpoint({
  plane: 'internal',
  service: 'candidate',
  name: 'get-candidate-facts',
  method: 'GET',
  path: '/internal/v1/candidates/{candidateId}',
  summary: 'A candidate as other services need it',
  params: z.object({ candidateId: pathId() }),
  status: 200,
  response: z.object({ id: id() }),
})

/** Hands a new application over at once; the event does the same later, and the second one changes nothing. */
export const receiveApplication = endpoint({
  plane: 'internal',
  service: 'pipeline',
  name: 'receive-application',
  method: 'POST',
  path: '/internal/v1/applications',
  summary: 'Take over a new application',
  body: z.object({ eventId: z.uuid(), occurredAt: z.iso.datetime(), data: applicationCreated.data }),
  status: 204,
})
