import { grantCredits } from '@jobboard/contracts/credits/endpoints'
import * as endpoints from '@jobboard/contracts/employers/employers'
import * as endpointsEmployersUsers from '@jobboard/contracts/employers/users'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { creditKinds } from '@jobboard/contracts/limits'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { count, flag, text } from '../option.ts'
import { UsageError } from '../usage-error.ts'

const MAX_CREDITS = 1_000_000_000

/** Creates an employer, and what it needs for a first key. */
export const createEmployer = command({
  words: ['employer', 'create'],
  summary: 'create an employer, with credits and a user',
  args: 'NAME',
  example: [
    'npm run jobboard -- employer create "Nordlys Shipping" --contract --credits 100 --user robin@example.com',
  ],
  notes: [
    'Prints the id of the employer, and of the user. Next: key mint. Each run creates another employer: employer list shows whether an interrupted run created one.',
  ],
  options: {
    contract: flag('the employer has an active contract: its keys without CvSearch need no approval'),
    partner: flag('a trusted partner: none of its keys needs an approval'),
    credits: count('N', `grants N credits of every kind: ${creditKinds.join(', ')}`, 1, MAX_CREDITS),
    user: text(
      'EMAIL',
      'creates a user with the role EmployerAdmin, whom a key can name as the author of notes',
    ),
    'user-name': text('NAME', 'the name of that user (default: the part of EMAIL before @)'),
    ...adminOptions,
  },
  exits: { 0: 'created', 1: 'refused, or only a part is done; the output says what and why' },
  async run(values, positionals) {
    const [name, ...rest] = positionals
    if (!name || rest.length > 0)
      throw new UsageError('employer create takes one NAME; put quotes around a name with spaces')
    const { contract, partner, user: email } = values
    if (values['user-name'] !== undefined && email === undefined)
      throw new UsageError('--user-name needs --user EMAIL')
    const amount = values.credits ?? 0
    const api = openAdminApi(values)

    const body = { name, hasActiveContract: contract, isTrustedPartner: partner }
    const { id } = (await api('POST', endpoints.createEmployer.path, body)) as ResponseBody<
      typeof endpoints.createEmployer
    >
    process.stdout.write(`employer ${id}\n`)
    const of = (path: string) => path.replace('{employerId}', String(id))
    if (email !== undefined) {
      const user = { name: values['user-name'] ?? email.split('@')[0]!, email, role: 'EmployerAdmin' }
      const created = await api('POST', of(endpointsEmployersUsers.createUser.path), user).catch(
        incomplete(id),
      )
      process.stdout.write(`user ${created.id}\n`)
    }
    for (const kind of amount > 0 ? creditKinds : []) {
      await api('POST', of(grantCredits.path), { kind, amount, reason: 'first credits' }).catch(
        incomplete(id),
      )
    }
    if (amount > 0) process.stdout.write(`${amount} credits of each kind\n`)
    return 0
  },
})

function incomplete(id: number): (error: Error) => never {
  return (error) => {
    throw new Error(`employer ${id} was created, but not all of it: ${error.message}`)
  }
}
