import { ApiError } from '@jobboard/contracts/error'
import { EVENT_FEED_DAYS } from '@jobboard/contracts/limits'
import { listEvents, type PublicEvent } from '@jobboard/contracts/webhooks/public-events'
import { type Route, route } from '@jobboard/service/http/route'
import type { WebhookEnv } from '../env.ts'
import { isInFeed, listFeed } from './store.ts'

/** D-62: the event feed. */
export const eventRoutes: Route<WebhookEnv>[] = [
  route(listEvents, async ({ sql, employerId, now, query: { after, types, since, order, limit } }) => {
    if (order === 'oldest' && after !== undefined && since !== undefined) throw sinceWithAfter()
    const oldest = new Date(now.getTime() - EVENT_FEED_DAYS * 86_400_000)
    // One more than the page shows whether more follow.
    const query = { types, oldest, after, since, order, limit: limit + 1 }
    const { events: found, lastId } = await listFeed(sql, employerId, query)
    if (found.length === 0 && after !== undefined && !(await isInFeed(sql, employerId, after)))
      throw unknownAfter()
    const page = found.slice(0, limit)
    const items = page.map(({ body }) => JSON.parse(body.toString()) as PublicEvent)
    const hasMore = found.length > limit
    // At the end it is the last event of any type: the next call looks at none of these again.
    const end = hasMore || order === 'newest' ? page.at(-1)?.id : lastId
    const nextAfter = end ?? page.at(-1)?.id ?? after ?? null
    return { body: { items, nextAfter, hasMore } }
  }),
]

function sinceWithAfter(): ApiError {
  return new ApiError(
    'invalid_request',
    'since: goes without after; call with since alone to start there, then with after alone to continue.',
    { fields: [{ pointer: '#query/since', reason: 'goes without after' }] },
  )
}

function unknownAfter(): ApiError {
  return new ApiError(
    'invalid_request',
    'after: is not the id of an event in your feed, or of one that is no longer stored; call without after to start at the oldest event.',
    { fields: [{ pointer: '#query/after', reason: 'is not the id of an event in your feed' }] },
  )
}
