import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EVENT_FEED_DAYS, MAX_PAGE_SIZE } from '../limits.ts'
import { integer } from '../page.ts'
import { publicEvent } from '../webhook-event.ts'

/** D-62: the events of the webhooks, for clients that cannot receive them. */
export const listEvents = endpoint({
  plane: 'public',
  service: 'webhook',
  keys: ['recruiter'],
  scopes: ['Applications'],
  limit: 'employer',
  name: 'list-events',
  method: 'GET',
  path: '/api/v1/events',
  summary: `Read your events of the last ${EVENT_FEED_DAYS} days, oldest first; each is also sent as a webhook`,
  description:
    'For clients that cannot receive webhooks, and to catch up after an outage. Ids and bodies are those of the webhooks; no webhook subscription is needed.',
  query: z.object({
    after: z
      .uuid()
      .optional()
      .describe(
        'The `nextAfter` of the last call: returns the events that follow it. Without it the list starts at the oldest event.',
      ),
    limit: integer(MAX_PAGE_SIZE, 50).describe(`Events of one response, at most ${MAX_PAGE_SIZE}.`),
  }),
  status: 200,
  response: z
    .object({
      items: z.array(publicEvent).describe('The events, oldest first.'),
      nextAfter: z
        .uuid()
        .nullable()
        .describe('Store it and pass it as `after` in the next call; null while there is no event.'),
      hasMore: z.boolean().describe('True when the next call returns events at once.'),
    })
    .describe('The events that follow `after`.'),
  refusals: {
    invalid_request: {
      when: 'A parameter is invalid, or `after` is no event of your feed that is still stored.',
      message:
        'after: is not the id of an event in your feed, or of one that is no longer stored; call without after to start at the oldest event.',
    },
  },
})
