import type { DeadLetterDetail } from '@jobboard/contracts/operators/operations'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { deadLetterPath, readIds } from '../dead-letter-id.ts'
import { table } from '../table.ts'

/** Prints one dead letter. */
export const showDeadLetter = command({
  words: ['dead-letters', 'show'],
  summary: 'show a dead letter: its last error and the identity of its event',
  args: 'ID',
  example: ['npm run jobboard -- dead-letters show pipeline-12'],
  notes: [
    "The error names class, code and place of the last failure, never a value of the event. Logs name the event by its event id. The payload, which is personal data, is in dead_letter.payload of the service's database.",
  ],
  options: adminOptions,
  exits: { 0: 'shown', 1: 'there is no such dead letter, or the service did not respond' },
  async run(values, positionals) {
    const [id] = readIds('show', positionals, 1)
    const letter = (await openAdminApi(values)('GET', deadLetterPath(id!))) as DeadLetterDetail
    process.stdout.write(
      table([
        ['id', letter.id],
        ['service', letter.service],
        ['consumer', letter.consumer],
        ['subject', letter.subject],
        ['event id', letter.eventId],
        ['aggregate', `${letter.aggregateId}, version ${letter.aggregateVersion}`],
        ['occurred at', letter.occurredAt],
        ['attempts', String(letter.attempts)],
        ['first failed', letter.firstFailedAt],
        ['last failed', letter.lastFailedAt],
        ['error', letter.error],
      ]),
    )
    return 0
  },
})
