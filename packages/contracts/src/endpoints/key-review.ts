import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idOf, pathIdOf } from '../ids.ts'
import { MAX_REFUSED_REASON_LENGTH } from '../limits.ts'
import { pageOf, pageQuery } from '../page.ts'
import { line } from '../text.ts'
import { recruiterKey } from './api-keys.ts'
import { keyUsage, usageQuery } from './key.ts'

const admin = { plane: 'admin', service: 'accounts' } as const
const params = z.object({ keyId: pathIdOf('key') })

/** Admin API: the keys of all employers that wait for a review, the oldest first. */
export const listKeysForReview = endpoint({
  ...admin,
  name: 'list-keys-for-review',
  method: 'GET',
  path: '/admin/v1/api-keys',
  summary: 'List the keys that wait for a review, oldest first',
  query: z.object({
    status: z
      .enum(['PendingApproval'])
      .default('PendingApproval')
      .describe('Status of the listed keys. Absent: PendingApproval, the only one.'),
    ...pageQuery,
  }),
  status: 200,
  response: pageOf(
    recruiterKey
      .extend({
        employerId: idOf('employer'),
        employerName: z.string().describe('Name of the employer.'),
      })
      .describe('A key that waits for a review, and whose it is.'),
  ),
})

/** Admin API */
export const refuseKey = endpoint({
  ...admin,
  name: 'refuse-key',
  method: 'POST',
  path: '/admin/v1/api-keys/{keyId}/refuse',
  summary: 'Refuse a key in status PendingApproval',
  description: 'The key is Revoked for good. The employer sees the reason as `refusedReason`.',
  params,
  body: z
    .object({
      reason: line(MAX_REFUSED_REASON_LENGTH)
        .min(1, 'must not be empty')
        .describe('Why the key is refused, and what the employer can do, in words for the employer.'),
    })
    .describe('Why the key is refused.'),
  status: 200,
  response: recruiterKey,
  refusals: {
    invalid_state: {
      when: 'The key is not PendingApproval.',
      message: 'The key is Active; only a key in status PendingApproval can be refused. Revoke it instead.',
    },
  },
})

/** Admin API: calls of a key of either kind. */
export const getKeyUsageOf = endpoint({
  ...admin,
  name: 'get-key-usage-of',
  method: 'GET',
  path: '/admin/v1/api-keys/{keyId}/usage',
  summary: 'Read how many calls a key has made, by day and limit family',
  description:
    'Every call with the key that got a response, counted within 5 seconds. A day or family without calls is left out.',
  params,
  query: usageQuery,
  status: 200,
  response: keyUsage.describe('The calls of the key.'),
})
