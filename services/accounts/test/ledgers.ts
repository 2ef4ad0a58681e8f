import { addCredits, listEntries, readBalances } from '@jobboard/contracts/internal/credits'
import { service as jobs } from '@jobboard/jobs/service'
import { add } from '@jobboard/ledger/add'
import { ledgerMigrations } from '@jobboard/ledger/migrations'
import * as ledger from '@jobboard/ledger/read'
import type { Service } from '@jobboard/service/define'
import { baseEnv } from '@jobboard/service/env'
import { route } from '@jobboard/service/route'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { openNats } from '@jobboard/testkit/infra'
import { type Accounts, bootAccounts } from './setup.ts'

// The ledger of the search service as it serves it: the real package behind the real contract, without the search.
const searchLedger: Service = {
  name: 'search',
  env: baseEnv,
  migrations: [ledgerMigrations],
  routes: [
    route(addCredits('search'), ({ commit, body, requestId, now }) =>
      commit(async (sql) => ({ body: await add(sql, { ...body, requestId, now }) })),
    ),
    route(readBalances('search'), async ({ sql, params }) => ({
      body: await ledger.readBalances(sql, params.employerId, ['CvSearch', 'CvDownload']),
    })),
    route(listEntries('search'), async ({ sql, params, query }) => ({
      body: await ledger.listEntries(sql, params.employerId, query),
    })),
  ],
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
