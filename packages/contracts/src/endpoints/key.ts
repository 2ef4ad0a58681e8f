import { z } from 'zod'
import { creditBalances } from '../credit.ts'
import { endpoint } from '../endpoint.ts'
import { type LimitFamily, requestsPerMinute } from '../limits.ts'
import { id, wireTimestamp } from '../text.ts'

/** D-63; served by the gateway. */
export const getKey = endpoint({
  plane: 'public',
  service: 'gateway',
  keys: ['recruiter', 'candidate'],
  limit: 'employer',
  name: 'get-key',
  method: 'GET',
  path: '/api/v1/key',
  summary: 'Read the scopes, limits and credits of the calling key',
  status: 200,
  response: z.object({
    /** The id that the Admin API and the employer portal use for the key. */
    id: id(),
    kind: z.enum(['recruiter', 'candidate']),
    name: z.string(),
    /** The user that notes and scorecards record as their author; null for a key without a user. */
    userId: id().nullable(),
    scopes: z.array(z.string()),
    expiresAt: wireTimestamp().nullable(),
    /** Requests per minute in each family that this kind of key can call. */
    limits: z.array(
      z.object({
        family: z.enum(Object.keys(requestsPerMinute) as LimitFamily[]),
        requestsPerMinute: z.int(),
      }),
    ),
    /** Null for a candidate key, which pays for nothing. */
    credits: creditBalances.nullable(),
  }),
  hasEtag: true,
})
