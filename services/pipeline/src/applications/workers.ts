import type { Db } from '@jobboard/db/db'
import { startLoop } from '@jobboard/process/loop'
import type { Worker } from '@jobboard/service/lifecycle/deps'
import type { PipelineEnv } from '../env.ts'
import { isUnprepared, lockWithoutWords, saveListTerms } from './store.ts'
import { listTerms } from './words.ts'

/** A replica of the release before writes applications without words: they are found after this. */
const POLL_MS = 5_000
/** Locked for some ten milliseconds. */
const BATCH = 200

/** Makes applications findable and sortable that are older than lists by words, or that a release without them wrote. */
export const indexApplications: Worker<PipelineEnv> = async ({ db, log }) => {
  let written = 0
  return startLoop({
    async step() {
      const count = (await isUnprepared(db.sql)) ? await indexBatch(db) : 0
      written += count
      if (count > 0) return 0
      if (written > 0) log.info({ applications: written }, 'applications prepared for lists')
      written = 0
      return POLL_MS
    },
    onError: (err) => log.warn({ err }, 'applications not prepared for lists; retrying'),
    retryMs: POLL_MS,
  })
}

/** Prepares up to 200 applications. Returns their number. */
function indexBatch(db: Db): Promise<number> {
  return db.tx(async (sql) => {
    const found = await lockWithoutWords(sql, BATCH)
    const terms = found.map((one) => ({ id: one.id, ...listTerms(one) }))
    if (terms.length > 0) await saveListTerms(sql, terms)
    return terms.length
  })
}
