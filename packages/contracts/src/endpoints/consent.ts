import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { wireTimestamp } from '../text.ts'

const access = {
  plane: 'public',
  service: 'candidate',
  keys: ['candidate'],
  limit: 'me',
  scopes: ['Profile'],
  path: '/api/v1/me/consent',
} as const

const consent = z.object({
  consentExpiresAt: wireTimestamp()
    .nullable()
    .meta({ description: 'From then on applies are refused and CV search does not find you; null: never' }),
})

/** Additive (P-131). */
export const getConsent = endpoint({
  ...access,
  name: 'get-consent',
  method: 'GET',
  summary: 'Read until when your consent to data processing lasts',
  status: 200,
  response: consent,
  errors: ['not_found'],
  hasEtag: true,
})

/** Additive (P-131). */
export const renewConsent = endpoint({
  ...access,
  name: 'renew-consent',
  method: 'PUT',
  summary: 'Renew your consent to data processing for 365 days from now',
  body: z.object({ confirm: z.boolean().nullish() }),
  status: 200,
  response: consent,
  errors: ['confirmation_required', 'not_found', 'precondition_failed'],
  hasEtag: true,
})

/** Additive (P-131). */
export const withdrawConsent = endpoint({
  ...access,
  name: 'withdraw-consent',
  method: 'DELETE',
  summary: 'Withdraw your consent to data processing',
  status: 204,
  errors: ['not_found'],
})
