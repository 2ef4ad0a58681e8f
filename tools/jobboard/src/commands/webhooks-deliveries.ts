import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { deliveryStatuses } from '@jobboard/contracts/endpoints/webhook-delivery'
import { listAllDeliveries } from '@jobboard/contracts/endpoints/webhook-operations'
import { MAX_ID } from '@jobboard/contracts/limits'
import { ADMIN_HELP, adminOptions, openAdminApi } from '../admin-api.ts'
import { command, UsageError } from '../command.ts'
import { readCount } from '../read-count.ts'
import { readSince } from '../read-time.ts'
import { table } from '../table.ts'

/** Prints one page of webhook deliveries. */
export const listWebhookDeliveries = command({
  words: ['webhooks', 'deliveries'],
  summary: 'list webhook deliveries of all subscriptions, newest first',
  help: `Lists webhook deliveries: one event for one subscription

Usage
  npm run jobboard -- webhooks deliveries [--status STATUS] [--employer ID] [--subscription ID] [--since TIME] [--page N]

Try it
  npm run jobboard -- webhooks deliveries --status DeadLettered --since 2030-01-31T12:00:00Z

Options
  --status STATUS      ${deliveryStatuses.join(', ')} (default: all)
  --employer ID        of the subscriptions of this employer
  --subscription ID    of this subscription
  --since TIME         ISO 8601 with Z or an offset; deliveries created from then on
  --page N             50 deliveries per page, up to page 200 (default: 1)
${ADMIN_HELP}

Next
  npm run jobboard -- webhooks redeliver ID...                        deliver these again
  npm run jobboard -- webhooks recover --subscription ID --since T    everything that was given up

Exit codes
  0  listed
  1  refused, or the service did not respond
  2  the command line is wrong
`,
  options: {
    ...adminOptions,
    status: { type: 'string' },
    employer: { type: 'string' },
    subscription: { type: 'string' },
    since: { type: 'string' },
    page: { type: 'string', default: '1' },
  },
  async run(values, positionals) {
    if (positionals.length > 0) throw new UsageError('webhooks deliveries takes options only')
    const { status, employer, subscription, since } = values
    if (status !== undefined && !deliveryStatuses.some((one) => one === status))
      throw new UsageError(`--status must be one of ${deliveryStatuses.join(', ')}`)
    const query = new URLSearchParams({
      page: String(readCount('--page', values.page, 1, 200)),
      ...(status !== undefined && { status }),
      ...(employer !== undefined && { employerId: String(readCount('--employer', employer, 1, MAX_ID)) }),
      ...(subscription !== undefined && {
        subscriptionId: String(readCount('--subscription', subscription, 1, MAX_ID)),
      }),
      ...(since !== undefined && { since: readSince(since) }),
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
