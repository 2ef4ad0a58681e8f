import { service as jobs } from '@jobboard/jobs/service'
import { creditRoutes } from '@jobboard/ledger/credit-routes'
import { ledgerMigrations } from '@jobboard/ledger/migrations'
import type { Service } from '@jobboard/service/lifecycle/define'
import { baseEnv } from '@jobboard/service/lifecycle/env'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { openNats } from '@jobboard/testkit/infra'
import { type Accounts, bootAccounts } from './setup.ts'

// The ledger of the search service as it serves it, without the search.
const searchLedger: Service = {
  name: 'search',
  env: baseEnv,
  migrations: [ledgerMigrations],
  routes: creditRoutes('search', ['CvSearch', 'CvDownload']),
}

/** Accounts wired to the jobs service and to the ledger of search. */
export interface Ledgers {
  accounts: Accounts
  jobs: Booted
  search: Booted
  stop(): Promise<void>
}

/** Boots the three on one NATS. */
export async function bootLedgers(): Promise<Ledgers> {
  const nats = await openNats()
  const natsUrl = nats.url
  const [one, two] = await Promise.all([boot(jobs, { natsUrl }), boot(searchLedger, { natsUrl })])
  const accounts = await bootAccounts({ natsUrl, env: { JOBS_URL: one.url, SEARCH_URL: two.url } })
  return {
    accounts,
    jobs: one,
    search: two,
    async stop() {
      await Promise.all([accounts, one, two].map((booted) => booted.stop()))
      await nats.stop()
    },
  }
}
