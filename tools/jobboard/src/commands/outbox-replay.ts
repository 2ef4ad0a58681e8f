import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { type getReplay, replayEvents } from '@jobboard/contracts/operators/operations'
import { type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import { type AdminApi, adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { followProgress } from '../follow-progress.ts'
import { exampleTime, text, time } from '../option.ts'
import { serviceOption } from '../service-option.ts'
import { UsageError } from '../usage-error.ts'

/** Publishes the events of a service again and shows the progress. */
export const replayOutbox = command({
  words: ['outbox', 'replay'],
  summary: 'publish the events of a service again, after NATS lost its store',
  usage: ['--service SERVICE --since TIME', '--id REPLAY'],
  example: [`npm run jobboard -- outbox replay --service jobs --since ${exampleTime()}`],
  notes: [
    'After the streams were lost: events that were published and not consumed before exist only in the outboxes. Each consumer skips the events that took effect already, so a replay from too early costs only time. It reaches back 14 days.',
  ],
  options: {
    service: serviceOption('whose events: '),
    since: time('events created from then on'),
    id: text('REPLAY', 'follow a replay that was started before'),
    ...adminOptions,
  },
  exits: {
    0: 'every event is published',
    1: 'refused, or the service did not respond',
    130: 'interrupted with Ctrl-C: the replay continues',
  },
  async run(values) {
    const start = values.id === undefined ? readStart(values) : undefined
    if (!start && (values.service || values.since))
      throw new UsageError('give --id, or --service and --since')
    const api = openAdminApi(values)
    const id = start ? await startReplay(api, start) : values.id!
    return followProgress({
      again: `outbox replay --id ${id}`,
      async read() {
        const replay = (await api('GET', `${replayEvents.path}/${encodeURIComponent(id)}`)) as ResponseBody<
          typeof getReplay
        >
        const { service, published, remaining, finishedAt } = replay
        if (finishedAt)
          return { done: true, line: `replay ${id} of ${service} finished: ${published} events published` }
        return {
          done: false,
          line: `replay ${id} of ${service}: ${published} published, ${remaining} remaining`,
        }
      },
    })
  },
})

function readStart({ service, since }: { service?: UpstreamName; since?: string }) {
  if (!service) throw new UsageError(`--service is missing: one of ${upstreamNames.join(', ')}`)
  if (!since) throw new UsageError(`--since is missing: a time such as ${exampleTime()}`)
  return { service, since }
}

async function startReplay(api: AdminApi, body: { service: string; since: string }): Promise<string> {
  const { replayId } = await api('POST', replayEvents.path, body)
  return String(replayId)
}
