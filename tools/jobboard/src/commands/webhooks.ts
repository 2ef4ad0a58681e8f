import { listAllDeliveries, recoverDeliveries, redeliver } from '@jobboard/contracts/webhooks/deliveries'
import { apiCommand, apiCommandPerId } from '../api-command.ts'
import type { Command } from '../command.ts'
import { exampleTime } from '../option.ts'
import { print, printPage } from '../output.ts'

/** The commands about webhook deliveries. */
export const webhookCommands: Command[] = [
  apiCommand({
    words: 'webhooks deliveries',
    summary: 'list webhook deliveries of all subscriptions, newest first',
    about: 'Lists webhook deliveries: one event for one subscription',
    endpoint: listAllDeliveries,
    fields: {
      ...{ status: 'status', employer: 'employerId', subscription: 'subscriptionId' },
      ...{ since: 'since', page: 'page' },
    },
    defaults: { page: '1' },
    example: `webhooks deliveries --status DeadLettered --since ${exampleTime()}`,
    sections: {
      Next: `  npm run jobboard -- webhooks redeliver ID...                        deliver these again
  npm run jobboard -- webhooks recover --subscription ID --since T    everything that was given up`,
    },
    show: (list) =>
      printPage(
        'deliveries',
        {
          ...{ ID: 'id', SUBSCRIPTION: 'subscriptionId', EVENT: 'event', STATUS: 'status' },
          ...{ FAILED: 'failedAttempts', 'LAST CODE': 'lastStatusCode', 'NEXT ATTEMPT': 'nextAttemptAt' },
          CREATED: 'createdAt',
        },
        list,
      ),
  }),
  apiCommandPerId({
    words: 'webhooks redeliver',
    summary: 'deliver webhooks again, under the same delivery id',
    endpoint: redeliver,
    arg: ['ID...', 'deliveryId'],
    done: 'due now',
    hint: 'webhooks deliveries shows the ids',
    example: 'webhooks redeliver 0191d2a0-7c1e-4b6e-9d3a-2f9c3f0e8a11',
    notes:
      'A finished delivery starts a new round of attempts. A pending one is attempted now instead of at its next retry; an attempt that is in flight counts as this one. Deliveries of a disabled subscription wait until it is enabled.',
  }),
  apiCommand({
    words: 'webhooks recover',
    summary: 'deliver everything again that was given up for a subscription',
    endpoint: recoverDeliveries,
    fields: { subscription: 'subscriptionId', since: 'since' },
    example: `webhooks recover --subscription 1 --since ${exampleTime()}`,
    notes:
      'Dead-lettered and cancelled deliveries that were created since TIME are due now. Pending ones are not touched: enable the subscription if it is disabled.',
    sections: {
      'See first what would be sent':
        '  npm run jobboard -- webhooks deliveries --subscription 1 --status DeadLettered',
    },
    show: ({ count }) => print(`${count} deliveries are due now`),
  }),
]
