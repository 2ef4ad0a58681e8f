import { service as jobs } from '@jobboard/jobs/service'
import { creditRoutes } from '@jobboard/ledger/credit-routes'
import { ledgerMigrations } from '@jobboard/ledger/migrations'
import { baseEnv } from '@jobboard/service/lifecycle/env'
import type { Service } from '@jobboard/service/runtime/service'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { openNatsAccount } from '@jobboard/testkit/infra'
import { type Accounts, bootAccounts } from './boot-accounts.ts'

// The search service reduced to its ledger routes.
const searchLedger: Service = {
  name: 'search',
  env: baseEnv,
  migrations: [ledgerMigrations],
  routes: creditRoutes('search', ['CvSearch', 'CvDownload']),
}

/** Accounts, jobs, and the ledger of search. */
export interface AccountsWithLedgers {
  accounts: Accounts
  jobs: Booted
  search: Booted
  stop(): Promise<void>
}

/** Boots the three on one NATS server; `stop` removes everything they created. */
export async function bootAccountsWithLedgers(
  more: Record<string, string> = {},
): Promise<AccountsWithLedgers> {
  const nats = await openNatsAccount()
  const natsUrl = nats.url
  const [jobsReplica, search] = await Promise.all([boot(jobs, { natsUrl }), boot(searchLedger, { natsUrl })])
  const env = { JOBS_URL: jobsReplica.url, SEARCH_URL: search.url, ...more }
  const accounts = await bootAccounts({ natsUrl, env })
  return {
    accounts,
    jobs: jobsReplica,
    search,
    async stop() {
      await Promise.all([accounts, jobsReplica, search].map((booted) => booted.stop()))
      await nats.stop()
    },
  }
}
