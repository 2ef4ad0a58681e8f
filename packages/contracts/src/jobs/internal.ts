import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pathId } from '../text.ts'
import { jobFacts } from './events.ts'

/** A job and the name of its employer; null while jobs has no copy of the name. 404 for an unknown id. */
export const getJobFacts = endpoint('GET /internal/v1/jobs/{jobId}', {
  service: 'jobs',
  name: 'get-job-facts',
  summary: 'Read the fields of a job that other services use',
  params: z.object({ jobId: pathId() }),
  // Optional for one release: a replica of the release before leaves it out.
  response: jobFacts.extend({ employerName: z.string().nullish() }),
})
