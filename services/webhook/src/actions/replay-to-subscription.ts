import { ApiError } from '@jobboard/contracts/error'
import { MAX_REPLAYED_EVENTS } from '@jobboard/contracts/limits'
import type { replayToSubscription as endpoint } from '@jobboard/contracts/webhooks/own'
import { chargeBytes } from '@jobboard/events/publisher/byte-budget'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { checkEventScopes } from '../domain/event-scopes.ts'
import { ownerOf } from '../domain/owner.ts'
import { checkReplaySize, replayRange } from '../domain/replay.ts'
import type { WebhookEnv } from '../env.ts'
import { hasOpenReplay, insertReplay, measureReplay } from '../store/replay.ts'
import { lockSubscription } from '../store/subscription.ts'

/** Starts the delivery of stored events as new deliveries and counts them; a worker adds them in steps. Throws
 * not_found, insufficient_scope (D-66), invalid_request naming since or until, invalid_state while another replay runs, and rate_limited. */
export const replayToSubscription: Action<typeof endpoint, WebhookEnv> = (context) =>
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
    const { count, bytes, firstNumber, lastNumber } = await measureReplay(sql, range, MAX_REPLAYED_EVENTS + 1)
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
    })
    return { body: { count } }
  })
