import { MAX_ID } from '@jobboard/contracts/limits'
import { ADMIN_HELP, adminOptions, openAdminApi } from '../admin-api.ts'
import { command, UsageError } from '../command.ts'
import { readCount } from '../read-count.ts'
import { readSince } from '../read-time.ts'

/** Delivers everything again that a subscription's receiver has missed. */
export const recoverWebhooks = command({
  words: ['webhooks', 'recover'],
  summary: 'deliver everything again that was given up for a subscription',
  help: `Delivers everything again that was given up for a subscription

Usage
  npm run jobboard -- webhooks recover --subscription ID --since TIME

Try it
  npm run jobboard -- webhooks recover --subscription 1 --since 2030-01-31T12:00:00Z

  Dead-lettered and cancelled deliveries that were created since TIME are due now. Pending ones are not touched: enable
  the subscription if it is disabled. To see first what would be sent:
  npm run jobboard -- webhooks deliveries --subscription 1 --status DeadLettered --since 2030-01-31T12:00:00Z

Options
  --subscription ID    whose deliveries
  --since TIME         ISO 8601 with Z or an offset
${ADMIN_HELP}

Exit codes
  0  done; the output says how many are due
  1  refused, or the service did not respond: run it again, which continues
  2  the command line is wrong
`,
  options: { ...adminOptions, subscription: { type: 'string' }, since: { type: 'string' } },
  async run({ subscription, since, ...values }, positionals) {
    if (positionals.length > 0) throw new UsageError('webhooks recover takes options only')
    if (subscription === undefined) throw new UsageError('--subscription is missing: its id')
    if (since === undefined) throw new UsageError('--since is missing: a time such as 2030-01-31T12:00:00Z')
    const id = readCount('--subscription', subscription, 1, MAX_ID)
    const body = { since: readSince(since) }
    const path = `/admin/v1/webhook-subscriptions/${id}/recover`
    const { count } = await openAdminApi(values)('POST', path, body)
    process.stdout.write(`${count} deliveries are due now\n`)
    return 0
  },
})
