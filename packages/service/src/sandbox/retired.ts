import { retiredSandboxState, sandboxRetired } from '@jobboard/contracts/sandbox/events'
import type { Tx } from '@jobboard/db/sql'
import { consumer } from '@jobboard/events/consumer/consumer'
import { deleteBudgets } from '@jobboard/events/publisher/byte-budget'
import { failpoint } from '@jobboard/process/failpoint'
import { type LoopControl, startLoop } from '@jobboard/process/loop'
import { deleteResponses } from '../http/idempotency.ts'
import type { Feature } from '../http/route.ts'
import { deleteWritten } from '../http/sandbox-bytes-store.ts'
import type { Worker } from '../lifecycle/deps.ts'
import type { BaseEnv } from '../lifecycle/env.ts'
import * as store from './retired-store.ts'
import { isRetired, saveRetired } from './retired-store.ts'

/** Deletes what a service stores of a sandbox: all rows of the employer with this id, and of its candidates; a second call
 * changes nothing. `isDone` false: rows are left, it is called again in a transaction of its own. A statement has 5 s. */
export type PurgeSandbox = (sql: Tx, sandboxId: number) => Promise<{ isDone: boolean }>

/** Store that a sandbox exists no more, and wake the purge that the service declares as `purgeSandbox`. A resync of accounts
 * purges again what was restored from a backup. */
export const retiredSandboxConsumers = [
  consumer({
    name: 'sandbox_retired',
    filter: 'evt.accounts.sandbox.>',
    events: [sandboxRetired],
    handle: (sql, { data }) => saveRetired(sql, data.sandboxId, new Date(data.retiredAt)),
  }),
  consumer({
    name: 'retired_sandbox_state',
    filter: 'state.accounts.retired_sandbox.>',
    events: [retiredSandboxState],
    async handle(sql, { data }) {
      if (!(await isRetired(sql, data.sandboxId)))
        await saveRetired(sql, data.sandboxId, new Date(data.retiredAt))
    },
  }),
]

const BATCH = 100
const IDLE_MS = 5_000
const RETRY_MS = 5_000
/** Between two looks while other replicas purge all that is due. */
const WAIT_MS = 500

type PurgedPart = 'some' | 'last' | 'none'

/** Purges retired sandboxes; nothing in a service that stores nothing of them. */
export function purgeRetired<Env extends BaseEnv>(purge: PurgeSandbox | undefined): Feature<Env> {
  return purge ? { workers: [purges(purge)] } : {}
}

/** Deletes at once what a service has of a retired sandbox, and for 15 days what was in flight. Every replica runs it; one
 * purges a sandbox at a time. */
const purges =
  (purge: PurgeSandbox): Worker =>
  async ({ db, log }) => {
    async function purgeDue(loop: LoopControl): Promise<number> {
      const due = await store.listDue(db.sql, BATCH)
      let hasFailed = false
      let hasPurged = false
      for (const sandboxId of due) {
        let part: PurgedPart = 'some'
        while (part === 'some' && !loop.isStopping) {
          part = await db
            .tx((sql) => purgePart(sql, sandboxId))
            .catch((err: unknown) => {
              hasFailed = true
              log.warn({ err, sandboxId }, 'retired sandbox not purged yet, retrying')
              return 'none' as const
            })
          hasPurged ||= part === 'last'
        }
      }
      if (hasFailed) return RETRY_MS
      if (hasPurged) return 0
      return due.length === 0 ? IDLE_MS : WAIT_MS
    }

    /** One transaction: the last one when nothing is left, none when another replica purges this sandbox. */
    async function purgePart(sql: Tx, sandboxId: number): Promise<PurgedPart> {
      if (!(await store.lockDue(sql, sandboxId))) return 'none'
      const { isDone } = await purge(sql, sandboxId)
      if (isDone) {
        await store.deleteFailedEvents(sql, sandboxId)
        await deleteBudgets(sql, { kind: 'employer', id: sandboxId })
        await deleteWritten(sql, sandboxId)
        await deleteResponses(sql, `employer:${sandboxId}`)
        await store.saveNextPurge(sql, sandboxId)
      }
      failpoint('sandbox-purge')
      return isDone ? 'last' : 'some'
    }

    return startLoop({
      step: purgeDue,
      subscribe: (wake) => db.listen(store.RETIRED_CHANNEL, wake),
      onError: (error) => log.warn({ err: error }, 'retired sandboxes not read, retrying'),
      retryMs: RETRY_MS,
    })
  }
