import type { ResponseBody } from '@jobboard/contracts/endpoint'
import * as endpoints from '@jobboard/contracts/operators/operations'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { count, withDefault } from '../option.ts'
import { serviceOption } from '../service-option.ts'
import { table } from '../table.ts'
import { warnOfUnavailable } from '../unavailable.ts'

/** Prints one page of dead letters. */
export const listDeadLetters = command({
  words: ['dead-letters', 'list'],
  summary: 'list the events that consumers no longer retry, newest first',
  about: 'Lists dead letters: events that a consumer failed on 8 times, or that break their contract',
  example: ['npm run jobboard -- dead-letters list --service pipeline'],
  sections: {
    Next: `  npm run jobboard -- dead-letters show ID     the whole error, and which event it is
  Repair the cause, then: npm run jobboard -- dead-letters retry ID`,
  },
  strayAdvice: 'use dead-letters show ID',
  options: {
    service: serviceOption(''),
    page: withDefault(count('N', '50 dead letters per page', 1, 999_999), 1),
    ...adminOptions,
  },
  exits: { 0: 'listed', 1: 'a service did not respond: its dead letters are not in the list' },
  async run(values) {
    const query = new URLSearchParams({
      page: String(values.page),
      ...(values.service && { service: values.service }),
    })
    const body = await openAdminApi(values)('GET', `${endpoints.listDeadLetters.path}?${query}`)
    const { total, items, page, pageSize, unavailable } = body as ResponseBody<
      typeof endpoints.listDeadLetters
    >
    const rows = items.map(({ id, consumer, subject, attempts, lastFailedAt, error }) => {
      return [id, consumer, subject, String(attempts), lastFailedAt, error.slice(0, 60)]
    })
    const header = ['ID', 'CONSUMER', 'SUBJECT', 'ATTEMPTS', 'LAST FAILED', 'ERROR']
    if (rows.length > 0) process.stdout.write(table([header, ...rows]))
    const pages = Math.max(1, Math.ceil(total / pageSize))
    process.stdout.write(`${total} dead letters, page ${page} of ${pages}\n`)
    return warnOfUnavailable(unavailable)
  },
})
