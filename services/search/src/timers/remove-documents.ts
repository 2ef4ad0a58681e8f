import type { Consumer } from '@jobboard/events/consumer/consumer'
import { resetConsumers } from '@jobboard/events/consumer/durable'
import type { Timer } from '@jobboard/service/lifecycle/deps'
import { daysBefore } from '@jobboard/service/lifecycle/retention'
import type { SearchEnv } from '../env.ts'
import { deleteUnseen, retireIndexesOf } from '../index/store/search-index.ts'
import { deleteOldReindexes } from '../store/reindex.ts'
import { listAbandoned, removeTokeniser } from '../store/tokeniser.ts'

/** A version without a process for a day is not rolled back to without a build. */
const ABANDONED_DAYS = 1

/** Removes the documents, the durables, the inbox rows and the indexes of tokeniser versions that no process has used for
 * a day; ends the use of indexes that no process has sent to for as long, as after a switch of `SEARCH_ENGINE`. */
export const removeDocumentsTimer = (
  version: number,
  consumersOf: (version: number) => Consumer[],
): Timer<SearchEnv> => ({
  name: 'remove-documents',
  everyMs: 3_600_000,
  async run({ db, bus, clock, env, name, log }) {
    await db.tx((sql) => deleteUnseen(sql, ABANDONED_DAYS))
    await deleteOldReindexes(db.sql, daysBefore(clock.now(), env.REPLAY_RETENTION_DAYS))
    for (const abandoned of await listAbandoned(db.sql, version, ABANDONED_DAYS)) {
      await db.tx(async (sql) => {
        if (!(await removeTokeniser(sql, abandoned, ABANDONED_DAYS))) return
        await retireIndexesOf(sql, abandoned)
        await resetConsumers(sql, bus, name, consumersOf(abandoned))
        log.info({ tokeniserVersion: abandoned }, 'documents of an abandoned tokeniser version removed')
      })
    }
  },
})
