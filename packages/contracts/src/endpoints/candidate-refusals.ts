import type { Refusal } from '../endpoint.ts'
import { type ErrorCode, NOT_FOUND } from '../error.ts'
import { APPLIES_PER_DAY } from '../limits.ts'

type Refusals = Partial<Record<ErrorCode, Refusal>>

/** The candidate of the key was erased. */
export const erased: Refusal = { when: 'Your profile was erased.', message: NOT_FOUND }

/** Fields of a profile that do not fit together (D-36). */
export const salaryRange: Refusal = {
  when: 'A field is invalid, `expectedSalaryMin` is above `expectedSalaryMax`, one of which may be stored, or the whole profile would be larger than 256 KiB.',
  message: 'expectedSalaryMin: 60000 is more than expectedSalaryMax, 50000; change both together.',
}

/** The body has no `confirm: true`, which is checked before all other fields (D-32); `what` is what was not done. */
export const unconfirmed = (what: string): Refusal => ({
  when: '`confirm` is absent or anything but true; checked before every other field.',
  message: `confirm: must be true to ${what} Send "confirm": true.`,
})

const bothWays: Refusals = {
  invalid_request: {
    when: 'A field is missing or invalid, or an answer is to a question that the job does not have or is repeated.',
    message: 'screeningAnswers: questionId 7: this job has no such question.',
  },
  invalid_state: {
    when: 'The job is Closed or Expired.',
    message: 'jobId: this job is Closed and takes no more applications.',
  },
  already_applied: {
    when: 'The candidate has applied to this job before, in any way.',
    message: 'jobId: you have already applied to this job.',
  },
  consent_required: {
    when: 'The consent of the candidate to data processing has lapsed.',
    message:
      'Your consent to data processing lapsed at 2026-03-01T09:00:00.000Z; renew it with PUT /api/v1/me/consent or in the portal.',
  },
  screening_incomplete: {
    when: 'A required question has no answer, or an answer has the wrong type.',
    message: 'screeningAnswers: question 7 needs an answer.',
  },
}

/** An apply with a candidate key (D-32). */
export const applyRefusals: Refusals = {
  ...bothWays,
  confirmation_required: unconfirmed('apply; nothing was submitted.'),
  not_found: {
    when: 'The job does not exist or is a Draft, or your profile was erased.',
    message: NOT_FOUND,
  },
  daily_apply_limit: {
    when: `You have applied ${APPLIES_PER_DAY} times this UTC day; \`Retry-After\` is the time to 00:00 UTC.`,
    message: `You have applied to ${APPLIES_PER_DAY} jobs today; the next apply is possible after 00:00 UTC.`,
  },
}

/** The portal's own apply (Admin API). */
export const portalApplyRefusals: Refusals = {
  ...bothWays,
  not_found: {
    when: 'The job does not exist or is a Draft, or the candidate does not exist.',
    message: NOT_FOUND,
  },
}
