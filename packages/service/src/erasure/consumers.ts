import { candidateErased, type Erased, erasedState } from '@jobboard/contracts/candidates/events'
import type { Tx } from '@jobboard/db/sql'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import { failpoint } from '@jobboard/process/failpoint'
import type { Clock } from '../clock/clock.ts'
import { type Erasure, erasePart } from './erasure.ts'
import { isErased, saveTombstone } from './tombstone.ts'

/** The first pass of an erasure in every service but candidate: tombstone and erasure in one transaction. A
 * resync of candidate erases again what was restored from a backup. */
export function erasureConsumers({ erase }: Pick<Erasure, 'erase'>, { clock }: { clock: Clock }): Consumer[] {
  async function firstPass(sql: Tx, erased: Erased): Promise<void> {
    await saveTombstone(sql, erased)
    await erasePart(sql, { erase }, erased, clock.now())
    failpoint('erasure-first-pass')
  }
  return [
    consumer({
      name: 'candidate_erased',
      filter: 'evt.candidate.candidate.>',
      events: [candidateErased],
      handle: (sql, { data }) => firstPass(sql, data),
    }),
    consumer({
      name: 'candidate_erased_state',
      filter: 'state.candidate.erasure.>',
      events: [erasedState],
      async handle(sql, { data }) {
        if (!(await isErased(sql, data.candidateId))) await firstPass(sql, data)
      },
    }),
  ]
}
