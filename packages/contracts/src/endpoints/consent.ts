import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CONSENT_RENEWAL_DAYS } from '../limits.ts'
import { wireTimestamp } from '../text.ts'
import { erased, unconfirmed } from './candidate-refusals.ts'

const access = {
  plane: 'public',
  service: 'candidate',
  keys: ['candidate'],
  limit: 'me',
  scopes: ['Profile'],
  path: '/api/v1/me/consent',
} as const

export const consent = z
  .object({
    consentExpiresAt: wireTimestamp()
      .nullable()
      .describe('From then on applies are refused and CV search does not find you; null: never.'),
  })
  .describe("The candidate's consent to data processing.")

/** Additive. */
export const getConsent = endpoint({
  ...access,
  name: 'get-consent',
  method: 'GET',
  summary: 'Read until when your consent to data processing lasts',
  status: 200,
  response: consent,
  refusals: { not_found: erased },
  hasEtag: true,
})

/** Additive. */
export const renewConsent = endpoint({
  ...access,
  name: 'renew-consent',
  method: 'PUT',
  summary: `Renew your consent to data processing for ${CONSENT_RENEWAL_DAYS} days from now`,
  description: 'A consent that lasts longer, or has no end, stays as it is.',
  body: z
    .object({
      confirm: z.boolean().nullish().describe('Must be true: you agree to the processing of your data.'),
    })
    .describe('The confirmation.'),
  status: 200,
  response: consent,
  refusals: {
    not_found: erased,
    confirmation_required: unconfirmed('renew the consent; nothing was changed.'),
  },
  errors: ['precondition_failed'],
  hasEtag: true,
})

/** Additive. */
export const withdrawConsent = endpoint({
  ...access,
  name: 'withdraw-consent',
  method: 'DELETE',
  summary: 'Withdraw your consent to data processing',
  description:
    'It ends now: applies are refused and CV search no longer finds you. Your profile and your applications stay; `DELETE /api/v1/me` erases them.',
  status: 204,
  refusals: { not_found: erased },
})
