import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { jobFacts } from '../events/jobs.ts'
import { id, pathId } from '../text.ts'

/** A job and the name of its employer; null while jobs has no copy of the name. 404 for an unknown id. */
export const getJobFacts = endpoint({
  plane: 'internal',
  service: 'jobs',
  name: 'get-job-facts',
  method: 'GET',
  path: '/internal/v1/jobs/{jobId}',
  summary: 'Read the fields of a job that other services use',
  params: z.object({ jobId: pathId() }),
  status: 200,
  // Optional for one release: a replica of the release before leaves it out.
  response: jobFacts.extend({ employerName: z.string().nullish() }),
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
