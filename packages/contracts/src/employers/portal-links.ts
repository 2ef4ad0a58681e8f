import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PORTAL_LINK_SECONDS } from '../limits.ts'
import { idOf, pathIdOf, wireTimestamp } from '../text.ts'

/** The pages of the portal that a one-time link can lead to. A page that the person may not see leads to start. */
export const portalPage = z.enum([
  'start',
  'jobs',
  'search',
  'keys',
  'webhooks',
  'credits',
  'users',
  'events',
  'integrate',
  'review',
  'employers',
  'candidates',
  'deliveries',
  'dead-letters',
  'audit',
  'system',
])

const { min, max, default: usual } = PORTAL_LINK_SECONDS
const admin = { service: 'accounts', status: 201 } as const
const fields = {
  page: portalPage.nullish().describe('Page on which the link ends. Absent or null: start.'),
  expiresInSeconds: z
    .int()
    .min(min)
    .max(max)
    .nullish()
    .transform((seconds) => seconds ?? usual)
    .describe(`Seconds for which the link works, ${min} to ${max}. Absent or null: ${usual}.`),
}
const response = z
  .object({
    url: z.string().describe('The link. It signs one person in, once; do not log it.'),
    expiresAt: wireTimestamp().describe('When the link stops working.'),
  })
  .meta({
    description: 'A one-time link.',
    example: {
      url: 'https://portal.example.com/sign-in/link/EXAMPLE.EXAMPLE',
      expiresAt: '2026-03-01T12:10:00.000Z',
    },
  })

export const createPortalLink = endpoint('POST /admin/v1/employers/{employerId}/portal-links', {
  ...admin,
  name: 'create-portal-link',
  summary: 'Create a one-time link that signs a user in to the portal',
  description:
    'For a site of your own, whose users you have authenticated. The link works once; whoever opens it is signed in as the user.',
  params: z.object({ employerId: pathIdOf('employer') }),
  body: z.object({ userId: idOf('user'), ...fields }).meta({
    description: 'Who is signed in, where and how long the link works.',
    example: { userId: 3, page: 'keys', expiresInSeconds: 600 },
  }),
  returnsSecret: true,
  response,
  refusals: {
    not_found: {
      when: 'The employer does not exist, or `userId` is no user of it, or of a sandbox without having signed up for it.',
    },
  },
})

export const createStaffPortalLink = endpoint('POST /admin/v1/staff/{staffId}/portal-links', {
  ...admin,
  name: 'create-staff-portal-link',
  summary: 'Create a one-time link that signs a member of the staff in to the portal',
  params: z.object({ staffId: pathIdOf('staff') }),
  body: z.object(fields).meta({
    description: 'Where the link ends and how long it works.',
    example: { page: 'review', expiresInSeconds: 600 },
  }),
  returnsSecret: true,
  response,
})
