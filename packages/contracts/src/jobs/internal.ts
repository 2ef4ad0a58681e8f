import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, pathId } from '../text.ts'
import { jobFacts } from './events.ts'

const jobWithEmployer = jobFacts.extend({ employerName: z.string().nullable() })

/** A job and the name of its employer; null while jobs has no copy of the name. 404 for an unknown id. */
export const getJobFacts = endpoint('GET /internal/v1/jobs/{jobId}', {
  service: 'jobs',
  name: 'get-job-facts',
  params: z.object({ jobId: pathId() }),
  response: jobWithEmployer,
})

/** Jobs in one call: their descriptions have up to 100 KB each. */
export const MAX_JOBS_PER_CALL = 50

/** In no particular order; an unknown id is left out. */
export const listJobFacts = endpoint('POST /internal/v1/job-facts', {
  service: 'jobs',
  name: 'list-job-facts',
  body: z.object({ jobIds: z.array(id()).max(MAX_JOBS_PER_CALL) }),
  response: z.array(jobWithEmployer),
})
