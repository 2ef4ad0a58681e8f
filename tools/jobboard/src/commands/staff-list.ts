import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { listStaff as endpoint } from '@jobboard/contracts/operators/staff'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { table } from '../table.ts'

/** Prints the platform staff. */
export const listStaff = command({
  words: ['staff', 'list'],
  summary: 'list the platform staff',
  example: ['npm run jobboard -- staff list'],
  options: adminOptions,
  exits: { 0: 'listed', 1: 'refused, or the job board did not respond' },
  async run(values) {
    const members = (await openAdminApi(values)('GET', endpoint.path)) as unknown as ResponseBody<
      typeof endpoint
    >
    const rows = members.map(({ id, name, email, role }) => [String(id), name, email, role])
    if (rows.length > 0) process.stdout.write(table([['ID', 'NAME', 'EMAIL', 'ROLE'], ...rows]))
    process.stdout.write(`${rows.length} members of the staff\n`)
    return 0
  },
})
