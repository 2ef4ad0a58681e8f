import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { CALLER_HEADER, signCaller } from '@jobboard/service/auth/caller'
import { type Booted, TEST_CALLER_SECRET, testEnv } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsWithLedgers, bootAccountsWithLedgers } from './support/accounts-with-ledgers.ts'
import { type Accounts, bootAccounts } from './support/boot-accounts.ts'

// The replicas that survive: each shares its database with the process that is killed.
let services: AccountsWithLedgers
let accounts: Accounts
const started: ChildProcess[] = []
beforeAll(async () => {
  services = await bootAccountsWithLedgers()
  accounts = services.accounts
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await services.stop()
})

/** Starts a service as a process that kills itself at a failpoint. */
async function startCrashingProcess(service: 'accounts' | 'jobs', replica: Booted, failpoint: string) {
  const main = fileURLToPath(import.meta.resolve(`@jobboard/${service}/service`)).replace(
    /service\.ts$/,
    'main.ts',
  )
  const env = testEnv(replica.databaseUrl, replica.natsUrl, {
    ...{ JOBS_URL: services.jobs.url, SEARCH_URL: services.search.url },
    ...{ FAILPOINTS: failpoint, LOG_LEVEL: 'info' },
  })
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  for await (const line of createInterface({ input: child.stdout! })) {
    const { msg, port } = JSON.parse(line) as { msg: string; port?: number }
    if (msg !== 'ready') continue
    child.stdout!.resume()
    return { ended: once(child, 'exit'), url: `http://127.0.0.1:${port}` }
  }
  throw new Error('the service exited before it was ready')
}

const signed = { [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, { kind: 'admin', actor: 'olga' }) }
const credits = (id: number, tail = '') => `/admin/v1/employers/${id}/credits${tail}`
const entries = async (id: number) => (await accounts.admin.get(credits(id, '/entries'))).body.items
const balanceOf = async (id: number) => (await accounts.admin.get(credits(id))).body.JobPosting
const auditRows = async (id: number) =>
  (await accounts.auditRows(`employer ${id}`)).filter(({ action }) => action !== 'create-employer')

/** Creates an employer with 7 credits, and returns the request for a grant of 5 or the reversal of the 7. */
async function prepare(what: 'grant' | 'reversal') {
  const id = await accounts.newEmployer()
  await accounts.admin.post(credits(id), { kind: 'JobPosting', amount: 7 })
  const [{ id: entryId }] = await entries(id)
  return what === 'grant'
    ? { id, path: credits(id), body: { kind: 'JobPosting', amount: 5 }, balance: 12 }
    : { id, path: credits(id, `/entries/${entryId}/reverse`), body: { kind: 'JobPosting' }, balance: 0 }
}

test.each([
  ['grant', 'grant-after-ledger'],
  ['reversal', 'reversal-after-ledger'],
] as const)(
  'accounts is killed after the ledger has committed a %s: its audit row arrives by event, once',
  async (what, failpoint) => {
    const { id, path, body, balance } = await prepare(what)
    const { ended, url } = await startCrashingProcess('accounts', accounts, failpoint)
    const key = { 'idempotency-key': `dies-${id}` }
    await expect(client(url, signed).post(path, body, key)).rejects.toThrow()
    expect((await ended)[1]).toBe('SIGKILL')
    expect(await balanceOf(id)).toBe(balance)
    const rows = await eventually('the audit row', async () => {
      const all = await auditRows(id)
      return all.length > 1 && all
    })
    const repetition = await accounts.admin.post(path, body, key)
    expect([
      repetition.status,
      repetition.body.balance,
      repetition.headers.get('idempotency-replayed'),
    ]).toEqual([201, balance, null])
    const [{ id: entryId, cause, requestId }] = await entries(id)
    expect(rows.at(-1)).toEqual({
      ...{ actor: 'olga', action: what === 'grant' ? 'grant-credits' : 'reverse-credit-entry', requestId },
      before: { kind: 'JobPosting', balance: 7 },
      after: { kind: 'JobPosting', amount: balance - 7, balance, cause, entryId },
    })
    expect(await balanceOf(id)).toBe(balance)
    expect(await entries(id)).toHaveLength(2)
    expect(await auditRows(id)).toHaveLength(2)
  },
)

// One place in the ledger commits both.
const crossed = [
  ['reversal', 'after', 2],
  ['grant', 'before', 1],
] as const

test.each([
  ['grant', 'after', 2],
  ['reversal', 'before', 1],
  ...(process.env.LONG_TESTS === 'true' ? crossed : []),
] as const)(
  '503: the ledger is killed with a %s, %s its commit: the repetition makes one change with one audit row',
  async (what, when, count) => {
    const { id, path, body, balance } = await prepare(what)
    const { ended, url } = await startCrashingProcess('jobs', services.jobs, `credits-${when}-commit`)
    const { databaseUrl, natsUrl } = accounts
    const env = { JOBS_URL: url, SEARCH_URL: services.search.url }
    const secondReplica = await bootAccounts({ databaseUrl, natsUrl, env })
    const key = { 'idempotency-key': `ledger-dies-${id}` }
    const failed = await secondReplica.admin.post(path, body, key)
    expect([failed.status, failed.body.code]).toEqual([503, 'unavailable'])
    expect((await ended)[1]).toBe('SIGKILL')
    await secondReplica.stop()
    expect(await entries(id)).toHaveLength(count)
    await eventually('the audit rows', async () => (await auditRows(id)).length === count)
    const repetition = await accounts.admin.post(path, body, key)
    expect([repetition.status, repetition.body.balance]).toEqual([201, balance])
    expect(await balanceOf(id)).toBe(balance)
    expect(await entries(id)).toHaveLength(2)
    expect(await auditRows(id)).toHaveLength(2)
  },
)
