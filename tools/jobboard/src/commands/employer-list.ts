import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { listEmployers as endpoint } from '@jobboard/contracts/endpoints/employer-lookup'
import { ADMIN_HELP, adminOptions, openAdminApi } from '../admin-api.ts'
import { command, UsageError } from '../command.ts'
import { readCount } from '../read-count.ts'
import { table } from '../table.ts'

const MAX_PAGE = 1_000_000

/** Prints one page of employers. */
export const listEmployers = command({
  words: ['employer', 'list'],
  summary: 'list employers, by the start of their names',
  help: `Lists employers

Usage
  npm run jobboard -- employer list [--name START] [--page N]

Try it
  npm run jobboard -- employer list --name nord

Options
  --name START         only employers whose name starts with this, without case
  --page N             50 employers per page (default: 1)
${ADMIN_HELP}

Exit codes
  0  listed
  1  refused, or the job board did not respond
  2  the command line is wrong
`,
  options: { ...adminOptions, name: { type: 'string' }, page: { type: 'string', default: '1' } },
  async run(values, positionals) {
    if (positionals.length > 0)
      throw new UsageError(`employer list takes only options, got "${positionals[0]}"; use --name START`)
    const page = String(readCount('--page', values.page, 1, MAX_PAGE))
    const query = new URLSearchParams({ page, ...(values.name === undefined ? {} : { q: values.name }) })
    const body = await openAdminApi(values)('GET', `${endpoint.path}?${query}`)
    const { total, items, pageSize } = body as ResponseBody<typeof endpoint>
    const rows = items.map(({ id, name, hasActiveContract, isTrustedPartner }) => {
      return [String(id), name, yesNo(hasActiveContract), yesNo(isTrustedPartner)]
    })
    if (rows.length > 0) process.stdout.write(table([['ID', 'NAME', 'CONTRACT', 'PARTNER'], ...rows]))
    const pages = Math.max(1, Math.ceil(total / pageSize))
    process.stdout.write(`${total} employers, page ${page} of ${pages}\n`)
    return 0
  },
})

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
