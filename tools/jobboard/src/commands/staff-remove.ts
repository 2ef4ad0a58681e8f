import { deleteStaff as endpoint } from '@jobboard/contracts/operators/staff'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { UsageError } from '../usage-error.ts'

/** Removes a member of the platform staff. */
export const removeStaff = command({
  words: ['staff', 'remove'],
  summary: 'remove a member of the platform staff; sessions end with the next request',
  args: 'ID',
  example: ['npm run jobboard -- staff remove 2'],
  options: adminOptions,
  exits: { 0: 'removed', 1: 'there is no such member, or the job board did not respond' },
  async run(values, positionals) {
    const [id, ...rest] = positionals
    if (!id || rest.length > 0 || !/^[1-9]\d{0,9}$/.test(id))
      throw new UsageError('staff remove takes one ID, such as 2; staff list shows the ids')
    await openAdminApi(values)('DELETE', endpoint.path.replace('{staffId}', id))
    process.stdout.write(`staff ${id} removed\n`)
    return 0
  },
})
