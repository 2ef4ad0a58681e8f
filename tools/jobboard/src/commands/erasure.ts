import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { readErasure, readId } from '../erasure-progress.ts'
import { table } from '../table.ts'

/** Prints which services have confirmed an erasure. */
export const showErasure = command({
  words: ['erasure'],
  summary: 'show which services have confirmed an erasure',
  args: 'ID',
  example: ['npm run jobboard -- erasure 3'],
  notes: [
    'ID is the number that "erase" prints. A service that has not confirmed after a minute: see docs/runbooks/erasure-not-complete.md.',
  ],
  options: adminOptions,
  exits: {
    0: 'every service has confirmed',
    1: 'not every service has confirmed, there is no such erasure, or the service did not respond',
  },
  async run(values, positionals) {
    const id = readId('erasure ID', positionals)
    const { candidateId, requestedAt, completedAt, services } = await readErasure(openAdminApi(values), id)
    process.stdout.write(
      table([
        ['erasure', id],
        ['candidate', String(candidateId)],
        ['requested at', requestedAt],
        ...services.map(({ service, confirmedAt }) => [service, confirmedAt ?? 'not confirmed']),
        ['completed at', completedAt ?? 'not complete'],
      ]),
    )
    return completedAt ? 0 : 1
  },
})
