import { z } from 'zod'
import { submittedApplication } from '../application.ts'
import { adminProfileFields, newCandidate, profile, profilePatch } from '../candidate.ts'
import { endpoint } from '../endpoint.ts'
import { idOf, pathIdOf } from '../ids.ts'
import { flag } from '../page.ts'
import { letter } from './candidate.ts'
import { portalApplyRefusals, salaryRange } from './candidate-refusals.ts'

const admin = { plane: 'admin', service: 'candidate' } as const

/** Admin API */
export const createCandidate = endpoint({
  ...admin,
  name: 'create-candidate',
  method: 'POST',
  path: '/admin/v1/candidates',
  summary: 'Create a candidate',
  description: 'Mint a key for the candidate next, with `POST /admin/v1/candidates/{candidateId}/api-keys`.',
  query: z.object({
    uniqueEmail: flag().describe(
      'Refuses an e-mail address that a candidate has, ignoring case, with 409 that names the candidate.',
    ),
  }),
  body: newCandidate,
  status: 201,
  response: profile,
  refusals: {
    invalid_request: salaryRange,
    already_exists: {
      when: '`uniqueEmail` is true and a candidate has the e-mail address.',
      message: 'email: candidate 12 has this address; change that candidate instead of creating another.',
    },
  },
})

/** Admin API; `null` leaves a field, as in the candidate's own PUT. */
export const updateCandidate = endpoint({
  ...admin,
  name: 'update-candidate',
  method: 'PUT',
  path: '/admin/v1/candidates/{candidateId}',
  summary: 'Change a candidate, the consent or the visibility in CV search',
  params: z.object({ candidateId: pathIdOf('candidate') }),
  body: profilePatch
    .extend(adminProfileFields)
    .describe('Any subset of the fields. A field that is absent or null stays as it is.'),
  status: 200,
  response: profile,
  refusals: { invalid_request: salaryRange },
})

/** Admin API: the portal's own apply, without the daily cap. */
export const submitApplication = endpoint({
  ...admin,
  name: 'submit-application',
  method: 'POST',
  path: '/admin/v1/jobs/{jobId}/applications',
  summary: 'Apply for a candidate who uses the portal or writes an e-mail',
  description:
    'The same checks as `POST /api/v1/me/applications`, without `confirm` and without the daily limit.',
  params: z.object({ jobId: pathIdOf('job') }),
  body: z
    .object({
      candidateId: idOf('candidate'),
      applicationType: z.enum(['Web', 'Email']).describe('How the candidate applied.'),
      ...letter,
    })
    .describe('The application to submit.'),
  status: 201,
  response: submittedApplication,
  refusals: portalApplyRefusals,
})
