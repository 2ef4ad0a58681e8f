import { z } from 'zod'
import { creditBalances } from '../credit.ts'
import { endpoint } from '../endpoint.ts'
import { idOf } from '../ids.ts'
import { type LimitFamily, requestsPerMinute } from '../limits.ts'
import { wireTimestamp } from '../text.ts'

export const keyKind = z
  .enum(['recruiter', 'candidate'])
  .describe('Kind of key: recruiter, of an employer, or candidate.')
export const limitFamily = z
  .enum(Object.keys(requestsPerMinute) as LimitFamily[])
  .describe('Endpoints that share a limit of requests per minute.')

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
  description: 'Call it to check that a key works. It costs no credit.',
  response: z
    .object({
      id: idOf('key').describe('Id of the key, as in the Admin API and in `authorKeyId`.'),
      kind: keyKind,
      name: z.string().describe('Name that the key was given when it was minted.'),
      userId: idOf('user')
        .nullable()
        .describe(
          'Id of the user who is recorded as the author of notes and scorecards; null: the key has none.',
        ),
      scopes: z.array(z.string()).describe('What the key may do.'),
      expiresAt: wireTimestamp().nullable().describe('When the key expires; null: never.'),
      limits: z
        .array(
          z.object({
            family: limitFamily,
            requestsPerMinute: z.int().describe('Most requests within any 60 seconds.'),
          }),
        )
        .describe('The limits of each family that this kind of key can call.'),
      credits: creditBalances
        .nullable()
        .describe('Credits left of the employer; null for a candidate key, which pays for nothing.'),
    })
    .describe('What the calling key may do.'),
  hasEtag: true,
})
