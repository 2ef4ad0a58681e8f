import type { Timer } from '@jobboard/service/lifecycle/deps'
import { deleteRemovedWords } from '../actions/delete-removed-words.ts'
import type { SearchEnv } from '../env.ts'

/** Deletes words that candidates removed from their profiles, or that left with a hidden profile; of several
 * replicas one does it at a time. */
export const deleteRemovedWordsTimer: Timer<SearchEnv> = {
  name: 'delete-removed-words',
  everyMs: 60_000,
  async run({ db }) {
    let isLeft = true
    while (isLeft) isLeft = await deleteRemovedWords(db)
  },
}
