import { z } from 'zod'
import { creditBalances } from '../credits/credit.ts'
import { endpoint, exampleOf } from '../endpoint.ts'
import { KEYS_PER_DAY } from '../limits.ts'
import { idOf, wireTimestamp } from '../text.ts'
import {
  keyKind,
  keyUsage,
  limitFamily,
  overlapSeconds,
  rotatedKey,
  secretExample,
  usageQuery,
} from './key.ts'

const access = { keys: ['recruiter', 'candidate'], limit: 'employer' } as const

export const getKey = endpoint('GET /api/v1/key', {
  ...access,
  service: 'gateway',
  name: 'get-key',
  summary: 'Read the scopes, limits and credits of the calling key',
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
      sandbox: z.boolean().optional().describe('true for a key of a sandbox; absent for a live one.'),
    })
    .meta({
      id: 'Key',
      description: 'What the calling key may do.',
      example: {
        id: 4,
        kind: 'recruiter',
        name: 'Recruiting system',
        userId: 3,
        scopes: ['JobPosting', 'Applications', 'CvSearch', 'Webhooks'],
        expiresAt: null,
        limits: [
          { family: 'jobs', requestsPerMinute: 100 },
          { family: 'search', requestsPerMinute: 30 },
        ],
        credits: exampleOf(creditBalances),
      },
    }),
  hasEtag: true,
})

export const rotateOwnKey = endpoint('POST /api/v1/key/rotate', {
  ...access,
  service: 'accounts',
  name: 'rotate-own-key',
  summary: 'Replace the calling key with a new one of the same rights',
  description: [
    'The new key has the name, the scopes, the user and the expiry of the calling one. A key is rotated once.',
    'So that a lost response does not lock you out, send `overlapSeconds` and a random `Idempotency-Key`: as long as the old key works and the new one has not been used, a repeat returns the same new key.',
  ].join(' '),
  body: z
    .object({ overlapSeconds })
    .nullish()
    .transform((body) => ({ overlapSeconds: body?.overlapSeconds ?? 0 }))
    .meta({
      description: 'How long the calling key still works; may be absent.',
      example: { overlapSeconds: 86_400 },
    }),
  status: 201,
  returnsSecret: true,
  repeatsSecret: true,
  response: rotatedKey,
  refusals: {
    invalid_state: {
      when: 'The key was revoked or expired while the request was on its way.',
      message: 'The key is Revoked and cannot be rotated; mint a new one.',
    },
    already_rotated: {
      when: 'The calling key was rotated before, and this is no repeat of that request.',
    },
    rate_limited: {
      when: `More requests within a minute than the limit, or ${KEYS_PER_DAY} new keys of this owner since 00:00 UTC.`,
      message: `This employer has ${KEYS_PER_DAY} new keys since 00:00 UTC, the most for one day; rotate the key after 00:00 UTC, in 3600 s.`,
    },
  },
  example: {
    response: {
      id: 9,
      name: 'Recruiting system',
      status: 'Active',
      expiresAt: null,
      createdAt: '2026-03-01T12:00:00.000Z',
      lastUsedAt: null,
      scopes: ['JobPosting', 'Applications'],
      userId: 3,
      apiKey: secretExample('pk'),
    },
  },
})

export const getKeyUsage = endpoint('GET /api/v1/key/usage', {
  ...access,
  service: 'accounts',
  name: 'get-key-usage',
  summary: 'Read how many calls the calling key has made, by day and limit family',
  description:
    'Every call with the key that got a response, this endpoint included, counted within 5 seconds. A day or family without calls is left out.',
  query: usageQuery,
  response: keyUsage.describe('The calls of the calling key.'),
})
