import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { type getReplay, replayEvents } from '@jobboard/contracts/endpoints/replay'
import { upstreamNames } from '@jobboard/contracts/services'
import { ADMIN_HELP, type AdminApi, adminOptions, openAdminApi } from '../admin-api.ts'
import { command, UsageError } from '../command.ts'
import { followProgress } from '../follow-progress.ts'
import { readSince } from '../read-time.ts'
import { checkService } from '../service-option.ts'

/** Publishes the events of a service again and shows the progress. */
export const replayOutbox = command({
  words: ['outbox', 'replay'],
  summary: 'publish the events of a service again, after NATS lost its store',
  help: `Publishes the events of a service again

Usage
  npm run jobboard -- outbox replay --service SERVICE --since TIME
  npm run jobboard -- outbox replay --id REPLAY         look again at one that runs

Try it
  npm run jobboard -- outbox replay --service jobs --since 2030-01-31T12:00:00Z

  After the streams were lost: events that were published and not consumed before exist only in the outboxes. Each
  consumer skips the events that took effect already, so a replay from too early costs only time. It reaches back
  14 days.

Options
  --service SERVICE    whose events: ${upstreamNames.join(', ')}
  --since TIME         ISO 8601 with Z or an offset; events created from then on
  --id REPLAY          follow a replay that was started before
${ADMIN_HELP}

Exit codes
  0    every event is published
  1    refused, or the service did not respond
  2    the command line is wrong
  130  interrupted with Ctrl-C: the replay continues
`,
  options: {
    ...adminOptions,
    service: { type: 'string' },
    since: { type: 'string' },
    id: { type: 'string' },
  },
  async run(values, positionals) {
    if (positionals.length > 0)
      throw new UsageError('outbox replay takes options only: --service and --since')
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

function readStart({ service, since }: { service?: string; since?: string }) {
  if (!service) throw new UsageError(`--service is missing: one of ${upstreamNames.join(', ')}`)
  checkService(service)
  if (!since) throw new UsageError('--since is missing: a time such as 2030-01-31T12:00:00Z')
  return { service, since: readSince(since) }
}

async function startReplay(api: AdminApi, body: { service: string; since: string }): Promise<string> {
  const { replayId } = await api('POST', replayEvents.path, body)
  return String(replayId)
}
