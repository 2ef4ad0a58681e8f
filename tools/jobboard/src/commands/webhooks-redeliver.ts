import { adminOptions, openAdminApi, Refused } from '../admin-api.ts'
import { command } from '../command.ts'
import { UsageError } from '../usage-error.ts'

/** Delivers webhooks again. */
export const redeliverWebhooks = command({
  words: ['webhooks', 'redeliver'],
  summary: 'deliver webhooks again, under the same delivery id',
  args: 'ID...',
  example: ['npm run jobboard -- webhooks redeliver 0191d2a0-7c1e-4b6e-9d3a-2f9c3f0e8a11'],
  notes: [
    'A finished delivery starts a new round of attempts. A pending one is attempted now instead of at its next retry; an attempt that is in flight counts as this one. Deliveries of a disabled subscription wait until it is enabled.',
  ],
  options: adminOptions,
  exits: {
    0: 'all are due now',
    1: 'one does not exist, or the service did not respond; the output says which',
  },
  async run(values, positionals) {
    if (positionals.length === 0)
      throw new UsageError('ID is missing: webhooks redeliver ID; webhooks deliveries shows the IDs')
    const wrong = positionals.find((id) => !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    if (wrong !== undefined) throw new UsageError(`"${wrong}" is no ID of a delivery, which is a UUID`)
    const api = openAdminApi(values)
    let restarted = 0
    for (const id of positionals) {
      try {
        await api('POST', `/admin/v1/webhook-deliveries/${id}/redeliver`)
        restarted++
      } catch (error) {
        if (!(error instanceof Refused)) throw new Error(`${id}: ${(error as Error).message}`)
        process.stdout.write(`${id}: ${error.message}\n`)
      }
    }
    process.stdout.write(`${restarted} due now\n`)
    return restarted === positionals.length ? 0 : 1
  },
})
