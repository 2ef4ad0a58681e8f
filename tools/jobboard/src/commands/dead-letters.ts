import { MAX_PAGE_SIZE } from '@jobboard/contracts/limits'
import {
  dropDeadLetter,
  getDeadLetter,
  listDeadLetters,
  retryDeadLetter,
} from '@jobboard/contracts/operators/operations'
import { type AdminApi, adminOptions, openAdminApi } from '../admin-api.ts'
import { apiCommand, apiCommandPerId, callEach, fieldOptions, inputOf } from '../api-command.ts'
import { type Command, command } from '../command.ts'
import { flag, UsageError } from '../option.ts'
import { print, printPage, printTable, warnOfUnavailable } from '../output.ts'

const hint = 'dead-letters list shows the ids, such as pipeline-12'

function check(ids: readonly string[]): void {
  const wrong = ids.find((id) => !/^[a-z]+-[1-9]\d{0,9}$/.test(id))
  if (wrong !== undefined) throw new UsageError(`"${wrong}" is no ID of a dead letter, such as pipeline-12`)
}

/** The commands about events that consumers no longer retry. */
export const deadLetterCommands: Command[] = [
  apiCommand({
    words: 'dead-letters list',
    summary: 'list the events that consumers no longer retry, newest first',
    about: 'Lists dead letters: events that a consumer failed on 8 times, or that break their contract',
    endpoint: listDeadLetters,
    fields: { service: 'service', page: 'page' },
    defaults: { page: '1' },
    hint: 'use dead-letters show ID',
    example: 'dead-letters list --service pipeline',
    sections: {
      Next: `  npm run jobboard -- dead-letters show ID     the whole error, and which event it is
  Repair the cause, then: npm run jobboard -- dead-letters retry ID`,
    },
    show: (list) =>
      printPage(
        'dead letters',
        {
          ...{ ID: 'id', CONSUMER: 'consumer', SUBJECT: 'subject', ATTEMPTS: 'attempts' },
          'LAST FAILED': 'lastFailedAt',
          ERROR: ({ error }) => error.slice(0, 60),
        },
        list,
      ),
  }),
  apiCommand({
    words: 'dead-letters show',
    summary: 'show a dead letter: its last error and the identity of its event',
    endpoint: getDeadLetter,
    arg: ['ID', 'deadLetterId'],
    ...{ hint, check },
    example: 'dead-letters show pipeline-12',
    notes:
      "The error names class, code and place of the last failure, never a value of the event. Logs name the event by its event id. The payload, which is personal data, is in dead_letter.payload of the service's database.",
    show(letter) {
      printTable([
        ['id', letter.id],
        ['service', letter.service],
        ['consumer', letter.consumer],
        ['subject', letter.subject],
        ['event id', letter.eventId],
        ['aggregate', `${letter.aggregateId}, version ${letter.aggregateVersion}`],
        ['occurred at', letter.occurredAt],
        ['attempts', String(letter.attempts)],
        ['first failed', letter.firstFailedAt],
        ['last failed', letter.lastFailedAt],
        ['error', letter.error],
      ])
    },
  }),
  command({
    words: 'dead-letters retry',
    summary: 'handle dead letters again, after the cause is repaired',
    args: '[ID...]',
    usage: ['ID...', '--all [--service SERVICE]'],
    example: ['dead-letters retry pipeline-12', 'dead-letters retry --all --service pipeline'],
    notes:
      'The event is handled at once. When it takes effect, the dead letter is deleted in the same transaction. When it fails again, the dead letter stays, with the new error. Repair the cause first.',
    options: {
      all: flag('every dead letter that exists when the command starts'),
      ...fieldOptions(listDeadLetters, { service: 'service' }),
      ...adminOptions,
    },
    async run(values, positionals) {
      const { all, service } = values
      if (all && positionals.length > 0) throw new UsageError('give IDs or --all, not both')
      if (!all && service) throw new UsageError('--service needs --all: dead-letters retry --all --service S')
      if (!all && positionals.length === 0) throw new UsageError(`ID is missing; ${hint}`)
      check(positionals)
      const open = () => openAdminApi(values)
      const { ids, unavailable } = all ? await findAll(open, service) : { ids: positionals, unavailable: [] }
      const retried = await callEach(open, retryDeadLetter, 'deadLetterId', ids)
      print(`${retried} retried, ${ids.length - retried} failed`)
      return Math.max(warnOfUnavailable('dead letters', unavailable), retried < ids.length ? 1 : 0)
    },
  }),
  apiCommandPerId({
    words: 'dead-letters drop',
    summary: 'delete dead letters whose effect is not wanted any more',
    endpoint: dropDeadLetter,
    arg: ['ID...', 'deadLetterId'],
    done: 'dropped',
    ...{ hint, check },
    example: 'dead-letters drop pipeline-12',
    notes: 'This cannot be undone. The audit log keeps consumer, subject, event id and error.',
  }),
]

/** All IDs first: a retry that fails again moves its dead letter to the start of the list. */
async function findAll(open: () => AdminApi, service: unknown) {
  const inputOfPage = (page: number) => {
    const given = { page: `${page}`, pageSize: `${MAX_PAGE_SIZE}`, ...(service !== undefined && { service }) }
    return inputOf(listDeadLetters, given, { service: '--service' })
  }
  const ids: string[] = []
  let input = inputOfPage(1)
  const api = open()
  for (let page = 1; ; input = inputOfPage(++page)) {
    const { items, total, unavailable } = await api(listDeadLetters, input)
    ids.push(...items.map(({ id }) => id))
    if (items.length === 0 || page * MAX_PAGE_SIZE >= total) return { ids, unavailable }
  }
}
