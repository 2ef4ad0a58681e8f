import { ApiError } from '@jobboard/contracts/error'
import { MAX_REPLAYED_EVENTS } from '@jobboard/contracts/limits'
import { replayToSubscription } from '@jobboard/contracts/webhooks/own'
import { chargeBytes } from '@jobboard/events/publisher/byte-budget'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { type Route, route } from '@jobboard/service/http/route'
import type { WebhookEnv } from '../env.ts'
import { lockSubscription, ownerOf } from '../subscriptions/store.ts'
import { checkEventScopes } from '../subscriptions/subscription.ts'
import { checkReplaySize, replayRange } from './replay.ts'
import { hasOpenReplay, insertReplay, measureReplay } from './store.ts'

/** Starts the delivery of stored events as new deliveries and counts them; a worker adds them in steps. Throws
 * invalid_state while another replay runs. */
export const replayRoutes: Route<WebhookEnv>[] = [
  route(replayToSubscription, (context) =>
    context.commit(async (sql) => {
      const { params, body, caller, now } = context
      const { id, employerId, events } = await lockSubscription(sql, ownerOf(caller), params.subscriptionId)
      const added = (body.types ?? []).filter((type) => !events.includes(type))
      checkEventScopes(caller, 'types', added)
      const range = { employerId, ...replayRange(body, now), types: body.types ?? events }
      if (await hasOpenReplay(sql, id)) {
        throw new ApiError(
          'invalid_state',
          'An earlier replay to this subscription is not finished; repeat the call when its deliveries have been sent.',
        )
      }
      const { count, bytes, firstNumber, lastNumber } = await measureReplay(
        sql,
        range,
        MAX_REPLAYED_EVENTS + 1,
      )
      checkReplaySize(count)
      if (firstNumber !== null && lastNumber !== null) {
        await chargeBytes(sql, { kind: 'employer', id: employerId }, bytes, now)
        await insertReplay(sql, id, range, { count, firstNumber, lastNumber }, now)
      }
      const { since, until, types } = range
      await recordAudit(sql, context, {
        action: 'replay-webhook-events',
        entity: { type: 'webhook-subscription', id },
        before: null,
        after: { since: since.toISOString(), until: until.toISOString(), types, count },
        employerId,
      })
      return { body: { count } }
    }),
  ),
]
