import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { applicationCreated } from '../events/candidate.ts'
import { jobFacts } from '../events/jobs.ts'
import { id, pathId } from '../text.ts'

/** The owner and the state of a job. 404 for an unknown id. */
export const getJobFacts = endpoint({
  plane: 'internal',
  service: 'jobs',
  name: 'get-job-facts',
  method: 'GET',
  path: '/internal/v1/jobs/{jobId}',
  summary: 'Read the fields of a job that other services use',
  params: z.object({ jobId: pathId() }),
  status: 200,
  response: jobFacts,
})

/** The name and the version of an employer. */
export const getEmployerFacts = endpoint({
  plane: 'internal',
  service: 'accounts',
  name: 'get-employer-facts',
  method: 'GET',
  path: '/internal/v1/employers/{employerId}',
  summary: 'Read the fields of an employer that other services use',
  params: z.object({ employerId: pathId() }),
  status: 200,
  response: z.object({ id: id(), name: z.string(), version: z.int() }),
})

/** 200 when the candidate exists, otherwise 404. */
export const getCandidateFacts = endpoint({
  plane: 'internal',
  service: 'candidate',
  name: 'get-candidate-facts',
  method: 'GET',
  path: '/internal/v1/candidates/{candidateId}',
  summary: 'Check that a candidate exists',
  params: z.object({ candidateId: pathId() }),
  status: 200,
  response: z.object({ id: id() }),
})

/** Hands a new application over at once. Its event delivers it again later, which has no second effect. */
export const receiveApplication = endpoint({
  plane: 'internal',
  service: 'pipeline',
  name: 'receive-application',
  method: 'POST',
  path: '/internal/v1/applications',
  summary: 'Hand over a new application',
  body: z.object({ eventId: z.uuid(), occurredAt: z.iso.datetime(), data: applicationCreated.data }),
  status: 204,
})
