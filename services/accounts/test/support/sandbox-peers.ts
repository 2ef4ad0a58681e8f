import { getCandidateFacts } from '@jobboard/contracts/candidates/internal'
import { notFound, unavailable } from '@jobboard/contracts/error'
import { countSandboxCandidates, countSandboxJobs, seedSandbox } from '@jobboard/contracts/sandbox/internal'
import { creditRoutes } from '@jobboard/ledger/credit-routes'
import { ledgerMigrations } from '@jobboard/ledger/migrations'
import { route } from '@jobboard/service/http/route'
import { baseEnv } from '@jobboard/service/lifecycle/env'
import type { Service } from '@jobboard/service/runtime/service'
import { boot } from '@jobboard/testkit/boot'
import { openNatsAccount } from '@jobboard/testkit/infra'
import { type Accounts, bootAccounts } from './boot-accounts.ts'

/** Accounts with the parts of candidate, jobs and search that sandboxes need. */
export interface AccountsWithSandboxes {
  accounts: Accounts
  /** Sandboxes that candidate was asked to seed, once for each call. */
  seeded: number[]
  /** Calls of `seed-sandbox` that fail from now on. */
  failing: { calls: number }
  /** The sandbox of a candidate; null for a live one. */
  candidates: Map<number, number | null>
  /** Sandboxes that candidate has deleted. */
  deleted: Set<number>
  /** Environment of another replica or process of accounts. */
  env: Record<string, string>
  natsUrl: string
  stop(): Promise<void>
}

/** Boots them with SANDBOX=admins, unless `more` says otherwise. */
export async function bootAccountsWithSandboxes(
  more: Record<string, string> = {},
): Promise<AccountsWithSandboxes> {
  const seeded: number[] = []
  const failing = { calls: 0 }
  const candidates = new Map<number, number | null>()
  const deleted = new Set<number>()
  const migrations = [ledgerMigrations]
  const candidate: Service = {
    name: 'candidate',
    env: baseEnv,
    migrations: [],
    routes: [
      route(seedSandbox, async ({ params }) => {
        if (failing.calls-- > 0) throw unavailable('candidate')
        seeded.push(params.sandboxId)
        return { body: { candidates: 40 } }
      }),
      route(countSandboxCandidates, async ({ params }) => {
        const gone = deleted.has(params.sandboxId) && { isRetired: true as const }
        return { body: { candidates: 41, applications: 3, ...gone } }
      }),
      route(getCandidateFacts, async ({ params }) => {
        const sandboxId = candidates.get(params.candidateId)
        if (sandboxId === undefined) throw notFound()
        return { body: { id: params.candidateId, ...(sandboxId !== null && { sandboxId }) } }
      }),
    ],
  }
  const jobs: Service = {
    name: 'jobs',
    env: baseEnv,
    migrations,
    routes: [
      ...creditRoutes('jobs', ['JobPosting']),
      route(countSandboxJobs, async () => ({ body: { jobs: 2 } })),
    ],
  }
  const search: Service = {
    name: 'search',
    env: baseEnv,
    migrations,
    routes: creditRoutes('search', ['CvSearch', 'CvDownload']),
  }
  const nats = await openNatsAccount()
  const natsUrl = nats.url
  const peers = await Promise.all([candidate, jobs, search].map((service) => boot(service, { natsUrl })))
  const [candidateUrl, jobsUrl, searchUrl] = peers.map(({ url }) => url)
  const env = {
    ...{ CANDIDATE_URL: candidateUrl!, JOBS_URL: jobsUrl!, SEARCH_URL: searchUrl! },
    ...more,
  }
  const accounts = await bootAccounts({ natsUrl, env })
  return {
    ...{ accounts, seeded, failing, candidates, deleted, env, natsUrl },
    async stop() {
      await Promise.all([accounts, ...peers].map((booted) => booted.stop()))
      await nats.stop()
    },
  }
}
