import { z } from 'zod'

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
