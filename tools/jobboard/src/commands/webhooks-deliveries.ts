import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_ID } from '@jobboard/contracts/limits'
import { deliveryStatuses, listAllDeliveries } from '@jobboard/contracts/webhooks/deliveries'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { choice, count, exampleTime, time, withDefault } from '../option.ts'
import { table } from '../table.ts'

/** Prints one page of webhook deliveries. */
export const listWebhookDeliveries = command({
  words: ['webhooks', 'deliveries'],
  summary: 'list webhook deliveries of all subscriptions, newest first',
  about: 'Lists webhook deliveries: one event for one subscription',
  example: [`npm run jobboard -- webhooks deliveries --status DeadLettered --since ${exampleTime()}`],
  sections: {
    Next: `  npm run jobboard -- webhooks redeliver ID...                        deliver these again
  npm run jobboard -- webhooks recover --subscription ID --since T    everything that was given up`,
  },
  options: {
    status: choice('STATUS', '', deliveryStatuses),
    employer: count('ID', 'of the subscriptions of this employer', 1, MAX_ID),
    subscription: count('ID', 'of this subscription', 1, MAX_ID),
    since: time('deliveries created from then on'),
    page: withDefault(count('N', '50 deliveries per page', 1, 200), 1),
    ...adminOptions,
  },
  exits: { 0: 'listed', 1: 'refused, or the service did not respond' },
  async run(values) {
    const { status, employer, subscription, since } = values
    const query = new URLSearchParams({
      page: String(values.page),
      ...(status !== undefined && { status }),
      ...(employer !== undefined && { employerId: String(employer) }),
      ...(subscription !== undefined && {
        subscriptionId: String(subscription),
      }),
      ...(since !== undefined && { since }),
    })
    const body = await openAdminApi(values)('GET', `${listAllDeliveries.path}?${query}`)
    const { total, items, page, pageSize } = body as ResponseBody<typeof listAllDeliveries>
    const rows = items.map((one) => [
      ...[one.id, String(one.subscriptionId), one.event, one.status, String(one.failedAttempts)],
      ...[String(one.lastStatusCode ?? '-'), one.nextAttemptAt ?? '-', one.createdAt],
    ])
    const header = ['ID', 'SUBSCRIPTION', 'EVENT', 'STATUS', 'FAILED', 'LAST CODE', 'NEXT ATTEMPT', 'CREATED']
    if (rows.length > 0) process.stdout.write(table([header, ...rows]))
    const pages = Math.max(1, Math.ceil(total / pageSize))
    process.stdout.write(`${total} deliveries, page ${page} of ${pages}\n`)
    return 0
  },
})
