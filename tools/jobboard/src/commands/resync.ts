import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { type getResync, startResync } from '@jobboard/contracts/operators/operations'
import { stateOwners } from '@jobboard/contracts/services'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { followProgress } from '../follow-progress.ts'
import { text } from '../option.ts'
import { checkService } from '../service-option.ts'
import { UsageError } from '../usage-error.ts'

/** Makes a service publish its present state and shows the progress. */
export const resync = command({
  words: ['resync'],
  summary: 'make a service publish its present state, after copies of it went wrong',
  about: 'Makes a service publish its present state again, as versioned events',
  args: 'SERVICE',
  usage: ['SERVICE', '--id RESYNC'],
  example: ['npm run jobboard -- resync jobs'],
  notes: [
    `SERVICE owns the data: ${stateOwners.join(', ')}. Each copy in another service is replaced where the published state is newer, and left alone where it is not. Use it when events were lost that are no longer in any outbox.`,
  ],
  options: {
    id: text('RESYNC', 'follow a resync that was started before'),
    ...adminOptions,
  },
  exits: {
    0: 'everything is published',
    1: 'refused, or the service did not respond',
    130: 'interrupted with Ctrl-C: the resync continues',
  },
  async run(values, positionals) {
    const [service, ...rest] = positionals
    if (rest.length > 0) throw new UsageError(`resync takes one SERVICE, got ${rest.length + 1}`)
    if (service && values.id !== undefined) throw new UsageError('give SERVICE or --id, not both')
    if (!service && values.id === undefined)
      throw new UsageError('SERVICE is missing: resync SERVICE, such as jobs')
    const body = service && { service: checkService(service, stateOwners) }
    const api = openAdminApi(values)
    const id = body ? String((await api('POST', startResync.path, body)).resyncId) : values.id!
    return followProgress({
      again: `resync --id ${id}`,
      async read() {
        const progress = (await api('GET', `${startResync.path}/${encodeURIComponent(id)}`)) as ResponseBody<
          typeof getResync
        >
        const { service: owner, done, total, finishedAt } = progress
        if (finishedAt)
          return { done: true, line: `resync ${id} of ${owner} finished: ${done} objects published` }
        return { done: false, line: `resync ${id} of ${owner}: ${done} of ${total} objects published` }
      },
    })
  },
})
