import { z } from 'zod'
import { applicationStatus, ownApplication, screeningAnswer, submittedApplication } from '../application.ts'
import { adminProfileFields, newCandidate, profile, profilePatch } from '../candidate.ts'
import { endpoint } from '../endpoint.ts'
import { screeningQuestion } from '../job.ts'
import { flag, pageOf, pageQuery } from '../page.ts'
import { id, line, pathId, text } from '../text.ts'

const access = { plane: 'public', service: 'candidate', keys: ['candidate'], limit: 'me' } as const

/** Spec §4.3 */
export const getProfile = endpoint({
  ...access,
  name: 'get-profile',
  scopes: ['Profile'],
  method: 'GET',
  path: '/api/v1/me/profile',
  summary: 'Read your profile',
  status: 200,
  response: profile,
  errors: ['not_found'],
  hasEtag: true,
})

/** Spec §4.3, D-36 */
export const updateProfile = endpoint({
  ...access,
  name: 'update-profile',
  scopes: ['Profile'],
  method: 'PUT',
  path: '/api/v1/me/profile',
  summary: 'Change parts of your profile',
  body: profilePatch,
  status: 200,
  response: profile,
  errors: ['not_found', 'precondition_failed'],
  hasEtag: true,
})

/** Spec §4.3 */
export const listOwnApplications = endpoint({
  ...access,
  name: 'list-own-applications',
  scopes: ['Applications'],
  method: 'GET',
  path: '/api/v1/me/applications',
  summary: 'List your applications, newest first',
  query: z.object({ ...pageQuery, status: applicationStatus.optional() }),
  status: 200,
  response: pageOf(ownApplication),
})

const letter = {
  coverLetter: text(20_000).nullish(),
  resumeUrl: line(2_000)
    .pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }))
    .meta({ format: 'uri' })
    .nullish(),
  screeningAnswers: z.array(screeningAnswer).max(100).nullish(),
}

/** Spec §4.3, D-32..D-35 */
export const apply = endpoint({
  ...access,
  name: 'apply',
  scopes: ['Applications', 'Apply'],
  method: 'POST',
  path: '/api/v1/me/applications',
  summary: 'Apply to one job',
  body: z.object({
    jobId: id(),
    confirm: z.boolean().nullish(),
    ...letter,
  }),
  status: 201,
  response: z.object({
    isAiAssisted: z.literal(true),
    aiAppliesUsedToday: z.int(),
    aiAppliesLimitPerDay: z.int(),
    application: ownApplication,
  }),
  errors: [
    'confirmation_required',
    'not_found',
    'invalid_state',
    'already_applied',
    'consent_required',
    'screening_incomplete',
    'daily_apply_limit',
  ],
  hasDryRun: true,
})

/** Spec §4.3 */
export const getOwnApplication = endpoint({
  ...access,
  name: 'get-own-application',
  scopes: ['Applications'],
  method: 'GET',
  path: '/api/v1/me/applications/{id}',
  summary: 'Read one of your applications',
  params: z.object({ id: pathId() }),
  status: 200,
  response: ownApplication,
  hasEtag: true,
})

/** Spec §4.3; its 404 is problem details (Spec §7). */
export const listScreeningQuestions = endpoint({
  ...access,
  name: 'list-screening-questions',
  scopes: ['Applications'],
  method: 'GET',
  path: '/api/v1/me/jobs/{jobId}/screening-questions',
  summary: 'Read the screening questions of a job',
  params: z.object({ jobId: pathId() }),
  status: 200,
  response: z.array(screeningQuestion),
  problemNotFound: true,
})

const admin = { plane: 'admin', service: 'candidate' } as const

/** Admin API, P-145 */
export const createCandidate = endpoint({
  ...admin,
  name: 'create-candidate',
  method: 'POST',
  path: '/admin/v1/candidates',
  summary: 'Create a candidate',
  query: z.object({
    uniqueEmail: flag().meta({
      description:
        'Refuses an e-mail address that a candidate has, ignoring case, with 409 that names the candidate',
    }),
  }),
  body: newCandidate,
  status: 201,
  response: profile,
  errors: ['already_exists'],
})

/** Admin API; `null` leaves a field, as in the candidate's own PUT. */
export const updateCandidate = endpoint({
  ...admin,
  name: 'update-candidate',
  method: 'PUT',
  path: '/admin/v1/candidates/{candidateId}',
  summary: 'Change a candidate, the consent or the visibility in CV search',
  params: z.object({ candidateId: pathId() }),
  body: profilePatch.extend(adminProfileFields),
  status: 200,
  response: profile,
})

/** Admin API: the portal's own apply, without the daily cap. */
export const submitApplication = endpoint({
  ...admin,
  name: 'submit-application',
  method: 'POST',
  path: '/admin/v1/jobs/{jobId}/applications',
  summary: 'Apply for a candidate who uses the portal or writes an e-mail',
  params: z.object({ jobId: pathId() }),
  body: z.object({ candidateId: id(), applicationType: z.enum(['Web', 'Email']), ...letter }),
  status: 201,
  response: submittedApplication,
})
