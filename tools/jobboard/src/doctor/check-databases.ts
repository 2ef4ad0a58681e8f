import type { UpstreamName } from '@jobboard/contracts/services'
import type pg from 'pg'
import { findLedgerDifferences, withConnections } from '../database/connect.ts'
import type { DatabaseUrls } from '../database/database-urls.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const STATEMENT_TIMEOUT_MS = 60_000
const INDEX_WARN = 100

/** What only the databases show: the ledgers, the search index and the keys that are not published. */
export interface DatabaseFindings {
  findings: Finding[]
  unpublishedKeys: number | undefined
}

/** Reads the databases of accounts, jobs, candidate and search. Never throws. */
export async function checkDatabases(urls: DatabaseUrls): Promise<DatabaseFindings> {
  try {
    const ledgers = await Promise.all((['jobs', 'search'] as const).map((name) => checkLedger(name, urls)))
    const findings = ledgers.flat()
    if (findings.length === 0) findings.push(ok('ledger', 'every credit balance is the sum of its entries'))
    findings.push(...(await checkIndex(urls)))
    return { findings, unpublishedKeys: await countUnpublished(urls) }
  } catch (error) {
    const advice = 'Check DATABASE_URL, or PGHOST, PGUSER and PGPASSWORD.'
    const { message } = error as Error
    return { findings: [fail('database', message, advice, 'postgres-down.md')], unpublishedKeys: undefined }
  }
}

async function checkLedger(name: UpstreamName, urls: DatabaseUrls): Promise<Finding[]> {
  const differences = await readFrom(name, urls, findLedgerDifferences)
  return differences.map(({ employerId, kind, balance, sum }) => {
    const what = `the ${kind} balance of employer ${employerId} is ${balance}, its entries add up to ${sum}`
    return fail('ledger', what, 'Correct nothing by hand before the cause is found.', 'credits-look-wrong.md')
  })
}

/** Compares the profiles that CV search may find at their owner and in the index. */
async function checkIndex(urls: DatabaseUrls): Promise<Finding[]> {
  const count = (name: UpstreamName) =>
    readFrom(name, urls, async (client) => {
      const { rows } = await client.query(
        'select count(*)::int as searchable from candidate where is_searchable',
      )
      return rows[0].searchable as number
    })
  const [owned, indexed] = await Promise.all([count('candidate'), count('search')])
  const difference = Math.abs(owned - indexed)
  const what = `search has ${indexed} searchable profiles, candidate ${owned}`
  if (difference <= INDEX_WARN && difference <= owned * 0.01 + 1) return [ok('search profiles', what)]
  const advice = 'Wait for the consumers, then: npm run jobboard -- resync candidate'
  return [warn('search profiles', what, advice, 'copy-wrong.md')]
}

async function countUnpublished(urls: DatabaseUrls): Promise<number> {
  return readFrom('accounts', urls, async (client) => {
    const { rows } = await client.query(`
      select (select count(*) from recruiter_key where kv_published_version < version)::int
        + (select count(*) from candidate_key where kv_published_version < version)::int as unpublished`)
    return rows[0].unpublished as number
  })
}

/** Runs `query` on the database of a service, where every write fails. */
export function readFrom<T>(
  name: UpstreamName,
  urls: DatabaseUrls,
  query: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withConnections(new Map([[name, urls.get(name)!]]), async (clients) => {
    const client = clients.get(name)!
    await client.query(
      `set default_transaction_read_only = on; set statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
    )
    return query(client)
  })
}
