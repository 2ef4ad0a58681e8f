import type { ResponseBody } from '@jobboard/contracts/endpoint'
import * as endpoints from '@jobboard/contracts/endpoints/dead-letters'
import { ADMIN_HELP, adminOptions, openAdminApi } from '../admin-api.ts'
import { command, UsageError } from '../command.ts'
import { readService, SERVICE_HELP } from '../service-option.ts'
import { table } from '../table.ts'
import { warnOfUnavailable } from '../unavailable.ts'

/** Prints one page of dead letters. */
export const listDeadLetters = command({
  words: ['dead-letters', 'list'],
  summary: 'list the events that consumers no longer retry, newest first',
  help: `Lists dead letters: events that a consumer failed on 8 times, or that break their contract

Usage
  npm run jobboard -- dead-letters list [--service SERVICE] [--page N]

Try it
  npm run jobboard -- dead-letters list --service pipeline

Options
${SERVICE_HELP}
  --page N             50 dead letters per page (default: 1)
${ADMIN_HELP}

Next
  npm run jobboard -- dead-letters show ID     the whole error, and which event it is
  Repair the cause, then: npm run jobboard -- dead-letters retry ID

Exit codes
  0  listed
  1  a service did not respond: its dead letters are not in the list
  2  the command line is wrong
`,
  options: { ...adminOptions, service: { type: 'string' }, page: { type: 'string', default: '1' } },
  async run(values, positionals) {
    if (positionals.length > 0)
      throw new UsageError('dead-letters list takes no ID; use dead-letters show ID')
    if (!/^[1-9]\d{0,5}$/.test(values.page)) throw new UsageError('--page must be a whole number from 1')
    const query = new URLSearchParams({ page: values.page, ...readService(values.service) })
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
