import { eraseCandidate } from '@jobboard/contracts/candidates/erasure'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { command } from '../command.ts'
import { readId, readProgress } from '../erasure-progress.ts'
import { followProgress } from '../follow-progress.ts'
import { flag } from '../option.ts'
import { UsageError } from '../usage-error.ts'

/** Erases a candidate and waits until every service has confirmed. */
export const erase = command({
  words: ['erase'],
  summary: 'erase a candidate in every service; final',
  about: 'Erases a candidate in every service. This is final: nothing brings the data back',
  args: 'CANDIDATE',
  example: ['npm run jobboard -- erase 12 --confirm'],
  notes: [
    'CANDIDATE is the id of the candidate. Prints the services that have not confirmed until all have. A candidate who was erased before keeps the first erasure, so the command can be repeated.',
  ],
  options: {
    confirm: flag('required, because the erasure is final'),
    ...adminOptions,
  },
  exits: {
    0: 'every service has confirmed',
    1: 'there is no such candidate, or a service did not respond',
    130: 'interrupted with Ctrl-C: the erasure continues',
  },
  async run(values, positionals) {
    const candidateId = readId('erase CANDIDATE', positionals)
    if (!values.confirm) throw new UsageError('--confirm is missing: an erasure is final')
    const api = openAdminApi(values)
    const path = eraseCandidate.path.replace('{candidateId}', candidateId)
    const id = String((await api('DELETE', path)).erasureId)
    return followProgress({ again: `erasure ${id}`, read: () => readProgress(api, id) })
  },
})
