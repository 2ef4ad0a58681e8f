import { once } from 'node:events'
import { MAX_ID } from '@jobboard/contracts/limits'
import { subscribableEvents } from '@jobboard/contracts/webhooks/public-events'
import { createSubscription, deleteSubscription } from '@jobboard/contracts/webhooks/subscriptions'
import { type AdminApi, adminOptions, openAdminApi, Refused } from '../admin-api.ts'
import { command } from '../command.ts'
import { count, text, UsageError, withDefault } from '../option.ts'
import { type Arrival, eventLine, startReceiver } from '../receiver.ts'

/** Receives webhooks on this machine and shows them. */
export const listen = command({
  words: 'listen',
  summary: 'receive webhooks on this machine, verify and show them',
  about:
    'Receives webhooks on this machine: verifies each signature, shows each event in one line, responds as you say',
  usage: ['--subscribe EMPLOYER [--port N]', '--secret whsec_... [--port N] [--status N]'],
  example: [
    'npm start                                        in another terminal',
    'npm run jobboard -- listen --subscribe 1         then publish a job of employer 1 and apply to it',
    'npm run jobboard -- listen --subscribe 1 --status 500     see the retries',
  ],
  notes:
    "Ctrl-C ends it. Responds 200 to what is signed with the secret and 400 to everything else. A correct signature whose time differs from this machine's by more than 300 s is shown and accepted; your receiver must refuse it.",
  options: {
    port: withDefault(count('N', 'listen on http://127.0.0.1:N; every path is accepted', 1, 65_535), 9_000),
    subscribe: count(
      'EMPLOYER',
      'create a subscription to all events of this employer, use its secret, and delete it at the end. After kill -9 it stays: GET /admin/v1/employers/{employerId}/webhook-subscriptions lists it.',
      1,
      MAX_ID,
    ),
    url: text(
      'URL',
      'with --subscribe: where the job board sends to, such as the address of a tunnel (default: http://127.0.0.1:N/hooks, which a job board started by npm start allows)',
    ),
    secret: text('SECRET', 'the signing secret of a subscription, with whsec_ (default: WEBHOOK_SECRET)'),
    status: count('N', 'respond with this status to everything, such as 500 to see retries', 200, 599),
    ...adminOptions,
  },
  async run(values) {
    const secret = values.secret ?? (values.subscribe === undefined ? process.env.WEBHOOK_SECRET : undefined)
    const employerId = values.subscribe
    if (employerId !== undefined && secret !== undefined)
      throw new UsageError(
        'give --secret or --subscribe, not both: a new subscription has a secret of its own',
      )
    if (employerId === undefined && values.url !== undefined) throw new UsageError('--url needs --subscribe')
    const { status, port } = values
    const admin = employerId === undefined ? undefined : openAdminApi(values)

    // Deliveries that arrive before the response to the subscription wait for its secret.
    const { promise: signingSecret, resolve: verifyWith } = Promise.withResolvers<string | undefined>()
    const behaviour = { secret: signingSecret, status }
    const show = (arrival: Arrival) => void process.stdout.write(`${eventLine(arrival)}\n`)
    const receiver = await startReceiver(port, behaviour, show).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error
      throw new Error(`port ${port} is in use: choose another one with --port`)
    })
    const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    let subscription: Awaited<ReturnType<typeof subscribe>> | undefined
    try {
      const url = values.url ?? `http://127.0.0.1:${port}/hooks`
      if (admin && employerId !== undefined) subscription = await subscribe(admin, employerId, url)
      verifyWith(subscription?.signingSecret ?? secret)
      const what = subscription ? `subscription ${subscription.id} of employer ${employerId}, ` : ''
      process.stderr.write(`Listening on http://127.0.0.1:${port} (${what}Ctrl-C ends it)\n`)
      await stopped
    } finally {
      await receiver.stop()
      await subscription?.remove()
    }
    if (subscription) process.stderr.write(`Deleted subscription ${subscription.id}\n`)
    return 0
  },
})

/** Subscribes `url` to all events of an employer, until `remove`, which throws with what to do by hand. Throws what is wrong and
 * what to do next. */
async function subscribe(admin: AdminApi, employerId: number, url: string) {
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
