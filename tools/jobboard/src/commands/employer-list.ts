import { listEmployers as endpoint } from '@jobboard/contracts/employers/employers'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { count, text, withDefault } from '../option.ts'
import { table } from '../table.ts'

const MAX_PAGE = 1_000_000

/** Prints one page of employers. */
export const listEmployers = command({
  words: ['employer', 'list'],
  summary: 'list employers, by the start of their names',
  example: ['npm run jobboard -- employer list --name nord'],
  strayAdvice: 'use --name START',
  options: {
    name: text('START', 'only employers whose name starts with this, without case'),
    page: withDefault(count('N', '50 employers per page', 1, MAX_PAGE), 1),
    ...adminOptions,
  },
  exits: { 0: 'listed', 1: 'refused, or the job board did not respond' },
  async run(values) {
    const page = String(values.page)
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
