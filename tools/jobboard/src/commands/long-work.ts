import { setTimeout as sleep } from 'node:timers/promises'
import { eraseCandidate, getErasure } from '@jobboard/contracts/candidates/erasure'
import type { Endpoint, ResponseBody } from '@jobboard/contracts/endpoint'
import { getReplay, getResync, replayEvents, startResync } from '@jobboard/contracts/operators/operations'
import { getReindex, startReindex } from '@jobboard/contracts/search/reindex'
import { stateOwners } from '@jobboard/contracts/services'
import { type ApiCommand, apiCommand, declare, inputOf } from '../api-command.ts'
import type { Command } from '../command.ts'
import { exampleTime, type Options, text, UsageError } from '../option.ts'
import { asCalled, note, print, printTable } from '../output.ts'

interface LongWork<S extends Endpoint, R extends Endpoint> extends ApiCommand {
  start: S
  read: R
  /** The field of the response to `start` that `read` takes. */
  id: Extract<keyof ResponseBody<S>, string>
  /** The command that follows it again, where that is not this one with --id. */
  again?: string
  progress(response: ResponseBody<R>): { done: boolean; line: string }
}

/** Declares a command that starts work of a service, or finds it by --id, and shows its progress until it is done. */
function longWork<S extends Endpoint, R extends Endpoint>(definition: LongWork<S, R>): Command {
  const { words, start, read, id: field, progress } = definition
  const noun = field.replace(/Id$/, '')
  const follow: Options = definition.again
    ? {}
    : { id: text(noun.toUpperCase(), `follow a ${noun} that was started before`) }
  const withExits = {
    ...definition,
    exits: { 130: `interrupted with Ctrl-C: the ${noun} continues` },
  }
  return declare(
    start,
    withExits,
    async (open, given, names, values) => {
      const follows = values.id as string | undefined
      if (follows !== undefined && Object.keys(given).length > 0)
        throw new UsageError(`give --id, or ${Object.values(names).join(' and ')}, not both`)
      const begin = follows === undefined ? inputOf(start, given, names) : undefined
      const api = open()
      const id = begin ? String((await api(start, begin))[field]) : follows!
      const look = inputOf(read, { [field]: id }, { [field]: '--id' })
      const again = `${definition.again ?? `${words} --id`} ${id}`
      return followProgress({ again, read: async () => progress(await api(read, look)) })
    },
    follow,
  )
}

/** The commands about work that runs in a service and continues without them. */
export const longWorkCommands: Command[] = [
  longWork({
    words: 'outbox replay',
    summary: 'publish the events of a service again, after NATS lost its store',
    start: replayEvents,
    read: getReplay,
    id: 'replayId',
    fields: { service: 'service', since: 'since' },
    usage: ['--service SERVICE --since TIME', '--id REPLAY'],
    example: `outbox replay --service jobs --since ${exampleTime()}`,
    notes:
      'After the streams were lost: events that were published and not consumed before exist only in the outboxes. Each consumer skips the events that took effect already, so a replay from too early costs only time. It reaches back 14 days.',
    progress: ({ replayId: id, service, published, remaining, finishedAt }) => ({
      done: finishedAt !== null,
      line: finishedAt
        ? `replay ${id} of ${service} finished: ${published} events published`
        : `replay ${id} of ${service}: ${published} published, ${remaining} remaining`,
    }),
  }),
  longWork({
    words: 'resync',
    summary: 'make a service publish its present state, after copies of it went wrong',
    about: 'Makes a service publish its present state again, as versioned events',
    start: startResync,
    read: getResync,
    id: 'resyncId',
    arg: ['[SERVICE]', 'service'],
    usage: ['SERVICE', '--id RESYNC'],
    example: 'resync jobs',
    notes: `SERVICE owns the data: ${stateOwners.join(', ')}. Each copy in another service is replaced where the published state is newer, and left alone where it is not. Use it when events were lost that are no longer in any outbox.`,
    progress: ({ resyncId: id, service, done, total, finishedAt }) => ({
      done: finishedAt !== null,
      line: finishedAt
        ? `resync ${id} of ${service} finished: ${done} objects published`
        : `resync ${id} of ${service}: ${done} of ${total} objects published`,
    }),
  }),
  longWork({
    words: 'reindex',
    summary: 'rebuild the search index while searches continue',
    about: 'Rebuilds the index of CV search; every search meanwhile returns the exact result',
    start: startReindex,
    read: getReindex,
    id: 'reindexId',
    usage: ['', '--id REINDEX'],
    hint: 'it takes no argument',
    example: 'reindex',
    notes:
      'While a reindex runs, follows that one and starts none. An index that is missing on the search server is rebuilt without this command.',
    progress: ({ reindexId: id, engine, done, total, finishedAt }) => ({
      done: finishedAt !== null,
      line: finishedAt
        ? `reindex ${id} (${engine}) finished: ${done} candidates indexed`
        : `reindex ${id} (${engine}): ${done} of ${total} candidates indexed`,
    }),
  }),
]

/** The commands about the erasure of a candidate. */
export const erasureCommands: Command[] = [
  longWork({
    words: 'erase',
    summary: 'erase a candidate in every service; final',
    about: 'Erases a candidate in every service. This is final: nothing brings the data back',
    start: eraseCandidate,
    read: getErasure,
    id: 'erasureId',
    again: 'erasure',
    arg: ['CANDIDATE', 'candidateId'],
    confirm: 'an erasure is final',
    example: 'erase 12 --confirm',
    notes:
      'CANDIDATE is the id of the candidate. Prints the services that have not confirmed until all have. A candidate who was erased before keeps the first erasure, so the command can be repeated.',
    progress({ erasureId, candidateId, completedAt, services }) {
      const missing = services.filter(({ confirmedAt }) => !confirmedAt).map(({ service }) => service)
      const state = completedAt ? ` completed at ${completedAt}` : `: not confirmed by ${missing.join(', ')}`
      return { done: completedAt !== null, line: `erasure ${erasureId} of candidate ${candidateId}${state}` }
    },
  }),
  apiCommand({
    words: 'erasure',
    summary: 'show which services have confirmed an erasure',
    endpoint: getErasure,
    arg: ['ID', 'erasureId'],
    hint: 'erase prints it',
    example: 'erasure 3',
    notes:
      'ID is the number that "erase" prints. A service that has not confirmed after a minute: see docs/runbooks/erasure-not-complete.md.',
    exits: {
      0: 'every service has confirmed',
      1: 'not every service has confirmed, there is no such erasure, or the service did not respond',
    },
    show({ erasureId, candidateId, requestedAt, completedAt, services }) {
      printTable([
        ['erasure', String(erasureId)],
        ['candidate', String(candidateId)],
        ['requested at', requestedAt],
        ...services.map(({ service, confirmedAt }) => [service, confirmedAt ?? 'not confirmed']),
        ['completed at', completedAt ?? 'not complete'],
      ])
      return completedAt ? 0 : 1
    },
  }),
]

const POLL_INTERVAL_MS = 1_000
const INTERRUPTED = 130

/** Work that runs in a service and continues without this process. */
interface RunningWork {
  /** One call of the Admin API. `line` is shown on stderr; with `done`, on stdout and last. */
  read(): Promise<{ done: boolean; line: string }>
  /** The command that follows this work again. */
  again: string
}

/** Shows the progress of work until it is done. Ctrl-C ends the command only. Returns the exit code. */
async function followProgress({ read, again }: RunningWork): Promise<number> {
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  process.once('SIGINT', interrupt)
  try {
    let shown = ''
    for (;;) {
      const { done, line } = await raceAbort(read(), interrupted.signal)
      if (done) {
        print(line)
        return 0
      }
      if (line !== shown) note(line)
      shown = line
      await sleep(POLL_INTERVAL_MS, undefined, { signal: interrupted.signal })
    }
  } catch (error) {
    if (!interrupted.signal.aborted) {
      throw new Error(
        `${(error as Error).message}\nThe work continues. Look again: npm run jobboard -- ${again}`,
      )
    }
    note(asCalled(`\nThe work continues. Look again: npm run jobboard -- ${again}`))
    return INTERRUPTED
  } finally {
    process.off('SIGINT', interrupt)
  }
}

function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}
