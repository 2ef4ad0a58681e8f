import type { ResponseBody } from '@jobboard/contracts/endpoint'
import * as endpoints from '@jobboard/contracts/keys/admin'
import type { getKeyUsage } from '@jobboard/contracts/keys/own'
import { type Route, route } from '@jobboard/service/http/route'
import { daysBefore } from '@jobboard/service/lifecycle/delete-in-batches'
import { refuseKey } from '../actions/keys.ts'
import { getKey } from '../store/key.ts'
import { listPendingKeys } from '../store/key-review.ts'
import { listKeyUsage } from '../store/key-usage.ts'
import { toPendingKey } from '../wire/key.ts'

type Days = ResponseBody<typeof getKeyUsage>['days']

/** Admin API: the review of keys, and how much a key is used. */
export const keyReviewRoutes: Route[] = [
  route(endpoints.listKeysForReview, async ({ sql, query, now }) => {
    const { items, ...page } = await listPendingKeys(sql, query, now)
    return { body: { ...page, items: items.map((key) => toPendingKey(key, now)) } }
  }),
  route(endpoints.refuseKey, refuseKey),
  route(endpoints.getKeyUsageOf, async ({ sql, params, query, now }) => {
    const { id } = await getKey(sql, params.keyId)
    return { body: { days: (await listKeyUsage(sql, id, daysBefore(now, query.days - 1))) as Days } }
  }),
]
