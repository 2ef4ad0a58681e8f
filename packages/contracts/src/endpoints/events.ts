import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_PAGE_SIZE } from '../limits.ts'
import { integer } from '../page.ts'
import { publicEvent } from '../webhook-event.ts'

/** D-62: the events of the webhooks, for clients that cannot receive them. */
export const listEvents = endpoint({
  plane: 'public',
  service: 'webhook',
  keys: ['recruiter'],
  scopes: ['Applications'],
  limit: 'applications',
  name: 'list-events',
  method: 'GET',
  path: '/api/v1/events',
  summary: 'Read your events of at least the last 30 days, oldest first; each is also sent as a webhook',
  query: z.object({
    after: z.uuid().optional().meta({
      description:
        'The `nextAfter` of the last call: returns the events that follow it. Without it the list starts at the oldest event',
    }),
    limit: integer(MAX_PAGE_SIZE, 50),
  }),
  status: 200,
  response: z.object({
    items: z.array(publicEvent),
    nextAfter: z.uuid().nullable().meta({
      description: 'Store it and pass it as `after` in the next call; null while there is no event',
    }),
    hasMore: z.boolean().meta({ description: 'True when the next call returns events at once' }),
  }),
})
