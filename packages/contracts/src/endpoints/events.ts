import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EVENT_FEED_DAYS, MAX_PAGE_SIZE } from '../limits.ts'
import { integer } from '../page.ts'
import { timestamp } from '../text.ts'
import { publicEvent } from '../webhook-event.ts'
import { defaultEvents, subscribableEvents, type WebhookEvent } from './webhook.ts'

const knownTypes = subscribableEvents.join(', ')
const isKnown = (type: string): type is WebhookEvent => subscribableEvents.some((known) => known === type)

// At most all names, so a long list costs nothing.
const eventTypes = z
  .string()
  .max(200, 'must have at most 200 characters')
  .transform((text, context): WebhookEvent[] => {
    const types = [...new Set(text.split(','))]
    if (types.every(isKnown)) return types
    const message = `must be one or more of ${knownTypes}, separated by commas`
    context.issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  })

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
    types: eventTypes
      .optional()
      .transform((types): WebhookEvent[] => types ?? [...defaultEvents])
      .meta({ type: 'string', maxLength: 200 })
      .describe(
        `Names of events, separated by commas: only these are returned. Known: ${knownTypes}. Without it: ${defaultEvents.join(', ')}. \`after\` may be an event of any type, so the types may change from call to call.`,
      ),
    since: timestamp().optional().meta({
      type: 'string',
      format: 'date-time',
      description:
        'Starts at the first event of these types that happened at or after this time, and returns everything that follows it in the feed. Goes without `after`, unless `order` is `newest`; continue with `nextAfter`.',
    }),
    order: z
      .enum(['oldest', 'newest'])
      .default('oldest')
      .describe(
        '`newest` is for people who look: the newest event first, `after` continues to older ones, and `since`, which goes with it, is where the list ends. To keep up with the feed, read it oldest first.',
      ),
    limit: integer(MAX_PAGE_SIZE, 50).describe(`Events of one response, at most ${MAX_PAGE_SIZE}.`),
  }),
  status: 200,
  response: z
    .object({
      items: z.array(publicEvent).describe('The events in the order asked for, oldest first without it.'),
      nextAfter: z
        .uuid()
        .nullable()
        .describe(
          'Store it and pass it as `after` in the next call. The last event that was looked at, which can be of a type that was not asked for; null while there is no event.',
        ),
      hasMore: z.boolean().describe('True when the next call returns events at once.'),
    })
    .describe('The events that follow `after`.'),
  refusals: {
    invalid_request: {
      when: 'A parameter is invalid, `types` names an unknown event, `since` comes with `after`, or `after` is no event of your feed that is still stored.',
      message:
        'after: is not the id of an event in your feed, or of one that is no longer stored; call without after to start at the oldest event.',
    },
  },
})
