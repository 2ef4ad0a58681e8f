import { type StateOwner, stateOwners } from '@jobboard/contracts/services'
import type { Sql } from '@jobboard/db/sql'
import { stateStreamName } from '@jobboard/events/nats/topology'
import { eventually } from '@jobboard/testkit/eventually'
import { copyDifferences } from './copy-differences.ts'
import type { MetricsServices } from './metrics-services.ts'

/** How many consumers read the states of each service. */
const READERS: Record<StateOwner, number> = { jobs: 3, candidate: 2, pipeline: 2, search: 1, accounts: 2 }

/** The copies that services have of each other's rows. */
export interface Copies {
  sqlOf(name: StateOwner): Sql
  /** Resolves when each consumer has its durable: a state that is published before is lost for it. */
  durablesExist(): Promise<void>
  /** Resolves when every copy equals its owner. */
  areEqual(): Promise<void>
  /** While others write, copies that a request depends on are left alone: it would be 404 or 503 without them. */
  wipe(areOthersWriting?: boolean): Promise<void>
  /** Resyncs every service, and waits for the end of all. */
  resyncAll(): Promise<void>
}

/** The copies of these services, for tests that lose and restore them. */
export function copiesOf(services: MetricsServices): Copies {
  const sqlOf = (name: StateOwner) => services.net.services[name].deps.db.sql
  return {
    sqlOf,
    async durablesExist() {
      const { jsm } = services.net.services.jobs.deps.bus
      await eventually('the durables of states', async () => {
        const found = await Promise.all(
          stateOwners.map(async (name) => {
            const { state } = await jsm.streams.info(stateStreamName(name))
            return state.consumer_count >= READERS[name]
          }),
        ).catch(() => [false])
        return found.every(Boolean)
      })
    },
    async areEqual() {
      let lines: string[] = []
      await eventually(
        'every copy equals its owner',
        async () => {
          lines = await copyDifferences(sqlOf)
          return lines.length === 0
        },
        60_000,
        200,
      ).catch((error) => {
        throw new Error(`${error}\n${lines.join('\n')}`)
      })
    },
    async wipe(areOthersWriting = false) {
      await services.deleteCopies()
      await sqlOf('candidate')`truncate job_copy`
      if (!areOthersWriting) await sqlOf('candidate')`truncate employer_copy`
      await sqlOf('candidate')`update application set status = 'New', version = 1, updated_at = applied_at`
      await sqlOf('pipeline')`truncate job_owner`
      if (!areOthersWriting) await sqlOf('search')`truncate candidate cascade`
    },
    async resyncAll() {
      for (const name of stateOwners) await services.resyncEnds(await services.startResync(name))
    },
  }
}
