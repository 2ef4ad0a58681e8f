import { ApiError } from '@jobboard/contracts/error'
import { changeOwnSubscription, getOwnSubscription } from '@jobboard/contracts/webhooks/own'
import type { WebhookEvent } from '@jobboard/contracts/webhooks/public-events'
import type { Visit } from '../../http/visit.ts'
import type { Subscription } from './head.ts'

const TRIES = 5

/** Changes an endpoint from what the person was shown. When its address or events are others now, nothing changes and the
 * endpoint is returned. Throws what the service refuses. */
export async function changeEndpoint(
  visit: Visit,
  subscriptionId: string,
  shown: { url: string; events: readonly string[] },
  wanted: { url: string; events: WebhookEvent[] },
): Promise<Subscription | undefined> {
  const params = { subscriptionId }
  for (let tries = 1; ; tries++) {
    let etag: string | undefined
    const onHeaders = ({ etag: sent }: { etag?: string | undefined }) => {
      etag = sent
    }
    const current = await visit.ask(getOwnSubscription, { params }, { onHeaders, isHidden: true })
    const isAsShown = current.url === shown.url && current.events.join() === shown.events.join()
    if (!isAsShown) return current
    try {
      await visit.ask(
        changeOwnSubscription,
        { params, body: wanted },
        etag === undefined ? {} : { ifMatch: etag },
      )
      return undefined
    } catch (error) {
      // The version has the count of failures too, so an attempt that fails changes it.
      const isOtherVersion = error instanceof ApiError && error.code === 'precondition_failed'
      if (!isOtherVersion || tries === TRIES) throw error
    }
  }
}
