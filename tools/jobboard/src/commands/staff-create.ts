import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { createStaff as endpoint, staffRoles } from '@jobboard/contracts/operators/staff'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { choice, required, text, withDefault } from '../option.ts'
import { UsageError } from '../usage-error.ts'

/** Creates a member of the platform staff. */
export const createStaff = command({
  words: ['staff', 'create'],
  summary: 'create a member of the platform staff, who can sign in to the portal',
  args: 'NAME',
  example: ['npm run jobboard -- staff create "Sam Support" --email sam@example.com --role operator'],
  notes: ['Prints the id. Next: portal-link --staff ID, or the person signs in with the address.'],
  options: {
    email: required(text('EMAIL', 'the address, which no other member has')),
    role: withDefault(
      choice('ROLE', 'viewer reads every page of the staff, operator may also change things: ', staffRoles),
      'viewer',
    ),
    ...adminOptions,
  },
  exits: { 0: 'created', 1: 'refused, or the job board did not respond' },
  async run(values, positionals) {
    const [name, ...rest] = positionals
    if (!name || rest.length > 0)
      throw new UsageError('staff create takes one NAME; put quotes around a name with spaces')
    const { email, role } = values
    const created = await openAdminApi(values)('POST', endpoint.path, { name, email, role })
    process.stdout.write(`staff ${(created as ResponseBody<typeof endpoint>).id}\n`)
    return 0
  },
})
