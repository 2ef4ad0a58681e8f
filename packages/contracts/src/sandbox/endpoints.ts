import { z } from 'zod'
import { endpoint, exampleOf } from '../endpoint.ts'
import { jobDetail } from '../jobs/job.ts'
import { candidateScope, keyTexts, mintedCandidateKey } from '../keys/key.ts'
import { idOf, line, pathIdOf } from '../text.ts'
import { getDelivery } from '../webhooks/deliveries.ts'
import { deliveryId } from '../webhooks/subscriptions.ts'
import {
  MAX_SIMULATED,
  SANDBOX_CREDITS,
  SANDBOX_LIMITS,
  SANDBOX_RESETS_PER_DAY,
  SANDBOX_SEED,
  sandbox,
  sandboxFields,
  sandboxFull,
} from './sandbox.ts'

// Only keys of a sandbox reach these. A helper never writes an outcome: it calls the action of somebody else, or brings a due time
// to now, so that events, webhooks, ledger and history are real.
const access = { keys: ['recruiter'], limit: 'employer', isOfSandbox: true } as const
const candidateParams = z.object({ candidateId: pathIdOf('candidate') })
const held = (what: string, limit: number) => z.int().describe(`${what}; at most ${limit}.`)

export const ownSandbox = z
  .object({
    ...sandboxFields,
    candidates: held('Candidates, hidden ones included', SANDBOX_LIMITS.candidates),
    jobs: held('Jobs, closed and expired ones included', SANDBOX_LIMITS.jobs),
    applications: held('Applications to its jobs', SANDBOX_LIMITS.applications),
  })
  .meta({
    id: 'OwnSandbox',
    description: 'The sandbox of the calling key, and how much it holds.',
    example: { ...(exampleOf(sandbox) as object), candidates: SANDBOX_SEED, jobs: 2, applications: 12 },
  })

export const readSandbox = endpoint('GET /api/v1/sandbox', {
  ...access,
  service: 'accounts',
  name: 'read-sandbox',
  summary: 'Read the sandbox of the calling key',
  description: 'What it holds, what it may hold, and when it ends.',
  response: ownSandbox,
})

export const resetSandbox = endpoint('POST /api/v1/sandbox/reset', {
  ...access,
  service: 'accounts',
  name: 'reset-sandbox',
  makesRoom: true,
  summary: 'Begin again with a new sandbox under the same keys',
  description: `Its keys stay and reach the new sandbox within a second: ${SANDBOX_SEED} new candidates, ${SANDBOX_CREDITS} credits of each kind, no jobs, no webhooks. What was there is deleted; keys of its candidates end. At most ${SANDBOX_RESETS_PER_DAY} a day.`,
  status: 201,
  response: ownSandbox,
  refusals: {
    limit_reached: {
      when: `The sandbox has had ${SANDBOX_RESETS_PER_DAY} resets since 00:00 UTC.`,
      message: `This sandbox has had ${SANDBOX_RESETS_PER_DAY} resets since 00:00 UTC, the limit of a day is ${SANDBOX_RESETS_PER_DAY}; reset it after 00:00 UTC.`,
    },
  },
})

export const applyInSandbox = endpoint('POST /api/v1/sandbox/applications', {
  ...access,
  service: 'candidate',
  name: 'apply-in-sandbox',
  scopes: ['Applications'],
  summary: 'Let candidates of the sandbox apply to a job',
  description:
    'Each applies as a person on the web does, with the same checks, events and webhooks; those who have applied to the job are left out, and more candidates are made when they are needed. All apply, or none.',
  body: z
    .object({
      jobId: idOf('job'),
      count: z
        .int()
        .min(1)
        .max(50)
        .nullish()
        .transform((count) => count ?? 1)
        .describe('How many apply. Absent or null: 1.'),
      screening: z
        .enum(['complete', 'missing'])
        .nullish()
        .transform((screening) => screening ?? 'complete')
        .describe(
          'complete: every screening question is answered. missing: none is, so a required one refuses the applies. Absent or null: complete.',
        ),
    })
    .meta({ description: 'Who applies to what.', example: { jobId: 7, count: 3 } }),
  status: 201,
  response: z
    .object({
      items: z
        .array(z.object({ applicationId: idOf('application'), candidateId: idOf('candidate') }))
        .describe('Each application, in the order in which they were submitted.'),
    })
    .meta({
      description: 'The applications; lists show them within a second.',
      example: { items: [{ applicationId: 61, candidateId: 12 }] },
    }),
  refusals: {
    not_found: { when: 'The job does not exist, or is a Draft.' },
    invalid_state: {
      when: 'The job is Closed or Expired.',
      message: 'jobId: this job is Closed and takes no more applications.',
    },
    screening_incomplete: { when: '`screening` is missing and the job has a required question.' },
    limit_reached: {
      when: 'The sandbox would hold more applications or candidates than it may.',
      message: sandboxFull('applications'),
    },
  },
})

export const expireJob = endpoint('POST /api/v1/sandbox/jobs/{id}/expire', {
  ...access,
  service: 'jobs',
  name: 'expire-job',
  scopes: ['JobPosting'],
  summary: 'Let an active job expire now',
  description: 'Sets its `expiryDate` to now; the job expires as it does by itself, with `job.expired`.',
  params: z.object({ id: pathIdOf('job') }),
  response: jobDetail,
  refusals: {
    invalid_state: {
      when: 'The job is not Active.',
      message: 'The job is Closed; only an Active job can expire.',
    },
  },
})

export const endUnlock = endpoint('POST /api/v1/sandbox/unlocks/{candidateId}/end', {
  ...access,
  service: 'search',
  name: 'end-unlock',
  scopes: ['CvSearch'],
  summary: 'End the free days of an unlocked profile now',
  description: 'The next read of the profile costs a credit again.',
  params: candidateParams,
  status: 204,
  refusals: { not_found: { when: 'There is no such candidate, or the profile is not unlocked.' } },
})

export const makeDeliveryDue = endpoint('POST /api/v1/sandbox/deliveries/{deliveryId}/due', {
  ...access,
  service: 'webhook',
  name: 'make-delivery-due',
  scopes: ['Webhooks'],
  summary: 'Make the next attempt of a pending delivery due now',
  description:
    'The attempt counts as the one that was planned: repeated, it leads through all attempts to the last one within seconds.',
  params: getDelivery.params!,
  status: 202,
  response: z.object({ deliveryId }).describe('The delivery.'),
  refusals: {
    invalid_state: {
      when: 'The delivery is not Pending, or its subscription is Disabled.',
      message: 'The delivery is Succeeded; only a Pending one has a next attempt.',
    },
  },
})

export const simulateReceiver = endpoint('POST /api/v1/sandbox/subscriptions/{subscriptionId}/receiver', {
  ...access,
  service: 'webhook',
  name: 'simulate-receiver',
  scopes: ['Webhooks'],
  summary: 'Answer the next deliveries of a subscription in place of its receiver',
  description:
    'The platform answers its own attempts, nothing is sent over the network; attempts, retries and the disabling are real, and no mail is sent. With `times` 0 your receiver is asked again.',
  params: z.object({ subscriptionId: pathIdOf('subscription') }),
  body: z
    .object({
      status: z
        .union([z.int().min(200).max(599), z.literal('timeout')])
        .describe('Status of the answer, 200 to 599, or `timeout` for none.'),
      delayMs: z
        .int()
        .min(0)
        .max(5_000)
        .nullish()
        .transform((delayMs) => delayMs ?? 0)
        .describe('Milliseconds until the answer, 0 to 5000. Absent or null: 0.'),
      times: z
        .int()
        .min(0)
        .max(MAX_SIMULATED)
        .nullish()
        .transform((times) => times ?? 1)
        .describe(`Attempts that are answered so, 0 to ${MAX_SIMULATED}. Absent or null: 1.`),
    })
    .meta({ description: 'The answers.', example: { status: 500, times: 2 } }),
  status: 204,
})

export const lapseConsent = endpoint('POST /api/v1/sandbox/candidates/{candidateId}/consent/lapse', {
  ...access,
  service: 'candidate',
  name: 'lapse-consent',
  scopes: ['CvSearch'],
  summary: 'Let the consent of a candidate lapse now',
  description:
    'Searches and profiles leave the candidate out, applies are refused, until the consent is renewed.',
  params: candidateParams,
  status: 204,
})

export const resetApplies = endpoint('POST /api/v1/sandbox/candidates/{candidateId}/applies/reset', {
  ...access,
  service: 'candidate',
  name: 'reset-applies',
  scopes: ['Applications'],
  summary: 'Set the applies of a candidate of today to 0',
  params: candidateParams,
  status: 204,
})

export const mintSandboxCandidateKey = endpoint('POST /api/v1/sandbox/candidates/{candidateId}/keys', {
  ...access,
  service: 'accounts',
  name: 'mint-sandbox-candidate-key',
  scopes: ['Applications'],
  summary: 'Mint a key of a candidate of the sandbox',
  description: 'The key begins with `ck_test_` and is Active at once; it ends with the sandbox.',
  params: candidateParams,
  body: z
    .object({
      name: line().min(1, 'must not be empty').describe(keyTexts.name),
      scopes: z.array(candidateScope).min(1).describe(keyTexts.scopes),
    })
    .meta({
      description: 'The new key.',
      example: { name: 'Candidate of a test', scopes: ['Profile', 'Applications', 'Apply'] },
    }),
  status: 201,
  returnsSecret: true,
  repeatsSecret: true,
  response: mintedCandidateKey,
})

export const simulateFailure = endpoint('POST /api/v1/sandbox/fail', {
  ...access,
  service: 'gateway',
  name: 'simulate-failure',
  summary: 'Let the next calls of this key fail',
  description:
    'For the code that handles 429, 503 and a lost response. `timeout` does what the call asks for and closes the connection without a response, so that a repeat with the same `Idempotency-Key` can be tried. Holds for calls through the same gateway process, and for an hour.',
  body: z
    .object({
      status: z
        .union([z.literal(429), z.literal(503), z.literal('timeout')])
        .describe('429, 503, or `timeout` for a response that never comes.'),
      path: line(500)
        .min(1)
        .nullish()
        .transform((path) => path ?? '/api/v1/')
        .describe('Only calls whose path begins with this. Absent or null: all.'),
      times: z
        .int()
        .min(0)
        .max(MAX_SIMULATED)
        .nullish()
        .transform((times) => times ?? 1)
        .describe(`Calls that fail, 0 to ${MAX_SIMULATED}; 0 ends it. Absent or null: 1.`),
    })
    .meta({
      description: 'What fails, and how.',
      example: { status: 503, path: '/api/v1/jobs', times: 2 },
    }),
  status: 204,
})
