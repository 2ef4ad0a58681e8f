import type { Consumer } from '@jobboard/events/consumer/consumer'
import { resetConsumers } from '@jobboard/events/consumer/reset-consumers'
import type { Timer } from '@jobboard/service/lifecycle/define'
import type { SearchEnv } from '../env.ts'
import { listAbandoned, removeTokeniser } from '../store/tokeniser.ts'

/** A version without a process for a day is not rolled back to without a build. */
const ABANDONED_DAYS = 1

/** Removes the documents, the durables and the inbox rows of tokeniser versions that no process has used for a day. */
export const removeDocumentsTimer = (
  version: number,
  consumersOf: (version: number) => Consumer[],
): Timer<SearchEnv> => ({
  name: 'remove-documents',
  everyMs: 3_600_000,
  async run({ db, bus, name, log }) {
    for (const abandoned of await listAbandoned(db.sql, version, ABANDONED_DAYS)) {
      await db.tx(async (sql) => {
        if (!(await removeTokeniser(sql, abandoned, ABANDONED_DAYS))) return
        await resetConsumers(sql, bus, name, consumersOf(abandoned))
        log.info({ tokeniserVersion: abandoned }, 'documents of an abandoned tokeniser version removed')
      })
    }
  },
})
