import type { Db } from '@jobboard/db/db'
import { startLoop } from '@jobboard/process/loop'
import type { Worker } from '@jobboard/service/lifecycle/deps'
import type { PipelineEnv } from '../env.ts'
import { listTerms } from './words.ts'
import { lockWithoutWords, saveListTerms, saveScorecardEmployers } from './words-store.ts'

/** A replica of the release before writes applications without words: they are found after this. */
const POLL_MS = 5_000
/** Locked for some ten milliseconds. */
const BATCH = 200

/** Makes applications findable and sortable that are older than lists by words, or that a release without them wrote. */
export const indexApplications: Worker<PipelineEnv> = async ({ db, log }) => {
  let written = 0
  return startLoop({
    async step() {
      const count = await indexBatch(db)
      written += count
      if (count > 0) return 0
      if (written > 0) log.info({ applications: written }, 'applications and scorecards prepared for lists')
      written = 0
      return POLL_MS
    },
    onError: (err) => log.warn({ err }, 'applications not prepared for lists; retrying'),
    retryMs: POLL_MS,
  })
}

/** Prepares up to 200 applications and as many scorecards. Returns their number. */
async function indexBatch(db: Db): Promise<number> {
  const applications = await db.tx(async (sql) => {
    const found = await lockWithoutWords(sql, BATCH)
    if (found.length > 0) {
      await saveListTerms(
        sql,
        found.map((one) => ({ id: one.id, ...listTerms(one) })),
      )
    }
    return found.length
  })
  return applications + (await db.tx((sql) => saveScorecardEmployers(sql, BATCH)))
}
