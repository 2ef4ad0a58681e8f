import { setTimeout as sleep } from 'node:timers/promises'
import type { Erasure } from '@jobboard/service/erasure/erasure'
import type { SearchEnv } from '../env.ts'
import { mayHold, retireAbandoned } from '../index/store.ts'
import { eraseCandidate, listStored } from './erase-store.ts'

const POLL_MS = 250

/** The erasure of a candidate in this service, which confirms when no index on the search server holds the candidate. */
export const erasure: Erasure<SearchEnv> = {
  erase: eraseCandidate,
  async settle({ db }, erasures) {
    const ids = erasures.map(({ candidateId }) => candidateId)
    // What a transaction stored after the first pass could be sent to an index.
    const stored = new Set(await listStored(db.sql, ids))
    for (const erased of erasures.filter(({ candidateId }) => stored.has(candidateId))) {
      await db.tx((sql) => eraseCandidate(sql, erased))
    }
    await db.tx((sql) => retireAbandoned(sql, ids))
    if (!(await mayHold(db.sql, ids))) return true
    await sleep(POLL_MS)
    return false
  },
}
