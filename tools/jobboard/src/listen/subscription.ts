import { subscribableEvents } from '@jobboard/contracts/webhooks/public-events'
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
  const path = `/admin/v1/employers/${employerId}/webhook-subscriptions`
  const { id, signingSecret } = (await admin('POST', path, { url, events: subscribableEvents }).catch(
    (error: Error) => {
      throw new Error(`cannot subscribe: ${reasonOf(error, employerId)}`)
    },
  )) as { id: number; signingSecret: string }
  return {
    id,
    signingSecret,
    async remove() {
      await admin('DELETE', `/admin/v1/webhook-subscriptions/${id}`).catch((error: Error) => {
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
