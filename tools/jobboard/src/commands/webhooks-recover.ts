import { MAX_ID } from '@jobboard/contracts/limits'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { count, exampleTime, required, time } from '../option.ts'

/** Delivers everything again that a subscription's receiver has missed. */
export const recoverWebhooks = command({
  words: ['webhooks', 'recover'],
  summary: 'deliver everything again that was given up for a subscription',
  example: [`npm run jobboard -- webhooks recover --subscription 1 --since ${exampleTime()}`],
  notes: [
    'Dead-lettered and cancelled deliveries that were created since TIME are due now. Pending ones are not touched: enable the subscription if it is disabled.',
  ],
  sections: {
    'See first what would be sent':
      '  npm run jobboard -- webhooks deliveries --subscription 1 --status DeadLettered',
  },
  options: {
    subscription: required(count('ID', 'whose deliveries', 1, MAX_ID)),
    since: required(time('deliveries created from then on')),
    ...adminOptions,
  },
  exits: {
    0: 'done; the output says how many are due',
    1: 'refused, or the service did not respond: run it again, which continues',
  },
  async run({ subscription, since, ...values }) {
    const path = `/admin/v1/webhook-subscriptions/${subscription}/recover`
    const { count } = await openAdminApi(values)('POST', path, { since })
    process.stdout.write(`${count} deliveries are due now\n`)
    return 0
  },
})
