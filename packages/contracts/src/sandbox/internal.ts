import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { email, id, pathId } from '../text.ts'
import { companyName } from './sandbox.ts'

const params = z.object({ sandboxId: pathId() })

/** Creates the candidates of a new sandbox, all or none; once more changes nothing. */
export const seedSandbox = endpoint('POST /internal/v1/sandboxes/{sandboxId}/candidates', {
  service: 'candidate',
  name: 'seed-sandbox',
  params,
  body: z.object({}),
  status: 201,
  response: z.object({ candidates: z.int() }),
})

/** What a sandbox holds in candidate. */
export const countSandboxCandidates = endpoint('GET /internal/v1/sandboxes/{sandboxId}/counts', {
  service: 'candidate',
  name: 'count-sandbox-candidates',
  params,
  response: z.object({ candidates: z.int(), applications: z.int() }),
})

/** What a sandbox holds in jobs. */
export const countSandboxJobs = endpoint('GET /internal/v1/sandboxes/{sandboxId}/job-counts', {
  service: 'jobs',
  name: 'count-sandbox-jobs',
  params,
  response: z.object({ jobs: z.int() }),
})

/** The sandbox of the employer of a live user, and the user there who stands for this one; made when there is none. 404 without
 * a sandbox. */
export const enterSandbox = endpoint('POST /internal/v1/users/{userId}/sandbox', {
  service: 'accounts',
  name: 'enter-sandbox',
  params: z.object({ userId: pathId() }),
  body: z.object({}),
  response: z.object({ sandboxId: id(), userId: id() }),
})

/** Makes the sandbox of who has confirmed this address, and its one user; when there is one, returns its user, so that a repetition
 * is safe. 400 invalid_state where nobody signs up, 409 limit_reached when there are too many sandboxes. */
export const signUpForSandbox = endpoint('POST /internal/v1/sandbox-sign-ups', {
  service: 'accounts',
  name: 'sign-up-for-sandbox',
  body: z.object({ companyName: companyName(), email: email() }),
  response: z.object({ userId: id() }),
})
