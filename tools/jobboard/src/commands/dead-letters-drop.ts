import { adminOptions, openAdminApi, Refused } from '../admin-api.ts'
import { command } from '../command.ts'
import { deadLetterPath, readIds } from '../dead-letter-id.ts'

/** Deletes dead letters. */
export const dropDeadLetters = command({
  words: ['dead-letters', 'drop'],
  summary: 'delete dead letters whose effect is not wanted any more',
  args: 'ID...',
  example: ['npm run jobboard -- dead-letters drop pipeline-12'],
  notes: ['This cannot be undone. The audit log keeps consumer, subject, event id and error.'],
  options: adminOptions,
  exits: {
    0: 'all are deleted',
    1: 'one does not exist, or a service did not respond; the output says which',
  },
  async run(values, positionals) {
    const ids = readIds('drop', positionals)
    const api = openAdminApi(values)
    let dropped = 0
    for (const id of ids) {
      try {
        await api('DELETE', deadLetterPath(id))
        dropped++
      } catch (error) {
        if (!(error instanceof Refused)) throw new Error(`${id}: ${(error as Error).message}`)
        process.stdout.write(`${id}: ${error.message}\n`)
      }
    }
    process.stdout.write(`${dropped} dropped\n`)
    return dropped === ids.length ? 0 : 1
  },
})
