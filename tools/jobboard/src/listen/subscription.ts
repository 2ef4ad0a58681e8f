import {
  createSubscription,
  deleteSubscription,
  subscribableEvents,
} from '@jobboard/contracts/endpoints/webhook'
import { type AdminApi, Refused } from '../admin-api.ts'

/** A subscription that lasts as long as the command. */
export interface TemporarySubscription {
  id: number
  signingSecret: string
  /** Deletes it. Throws with what to do by hand. */
  remove(): Promise<void>
}

/** Subscribes `url` to all events of an employer. Throws what is wrong and what to do next. */
export async function subscribe(
  admin: AdminApi,
  employerId: number,
  url: string,
): Promise<TemporarySubscription> {
  const input = { params: { employerId }, body: { url, events: [...subscribableEvents] } }
  const { id, signingSecret } = await admin(createSubscription, input).catch((error: Error) => {
    throw new Error(`cannot subscribe: ${reasonOf(error, employerId)}`)
  })
  return {
    id,
    signingSecret,
    async remove() {
      await admin(deleteSubscription, { params: { subscriptionId: id } }).catch((error: Error) => {
        if (error instanceof Refused && error.status === 404) return
        throw new Error(
          `subscription ${id} was not deleted: ${error.message}\nDelete it: DELETE /admin/v1/webhook-subscriptions/${id}`,
        )
      })
    },
  }
}

function reasonOf(error: Error, employerId: number): string {
  if (!(error instanceof Refused)) return error.message
  if (error.status === 404) return `there is no employer ${employerId}`
  if (error.message.startsWith('url'))
    return `${error.message}. A job board that allows no private addresses needs a tunnel: --url https://...`
  return error.message
}
