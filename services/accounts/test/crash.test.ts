import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { CALLER_HEADER, signCaller } from '@jobboard/service/auth/caller'
import { type Booted, TEST_CALLER_SECRET, testEnv } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootLedgers, type Ledgers } from './support/ledgers.ts'
import { type Accounts, bootAccounts } from './support/setup.ts'

// The observers are second replicas on the same databases: what they see is what is left after the crash.
let ledgers: Ledgers
let accounts: Accounts
const started: ChildProcess[] = []
beforeAll(async () => {
  ledgers = await bootLedgers()
  accounts = ledgers.accounts
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await ledgers.stop()
})

/** The real process of a service, armed to die at a named line. */
async function victim(service: 'accounts' | 'jobs', replica: Booted, failpoint: string) {
  const main = fileURLToPath(import.meta.resolve(`@jobboard/${service}/service`)).replace(
    /service\.ts$/,
    'main.ts',
  )
  const env = testEnv(replica.databaseUrl, replica.natsUrl, {
    ...{ JOBS_URL: ledgers.jobs.url, SEARCH_URL: ledgers.search.url },
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
  throw new Error('the service ended before it was ready')
}

const signed = { [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, { kind: 'admin', actor: 'olga' }) }
const credits = (id: number, tail = '') => `/admin/v1/employers/${id}/credits${tail}`
const entries = async (id: number) => (await accounts.admin.get(credits(id, '/entries'))).body.items
const left = async (id: number) => (await accounts.admin.get(credits(id))).body.JobPosting
const audited = async (id: number) =>
  (await accounts.audits(`employer ${id}`)).filter(({ action }) => action !== 'create-employer')

/** An employer with 7 credits, and what is asked of it: a grant of 5, or the reversal of the 7. */
async function asked(what: 'grant' | 'reversal') {
  const id = await accounts.employer()
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
  'kill -9 of accounts after the ledger has the %s: its audit row comes by itself, once',
  async (what, failpoint) => {
    const { id, path, body, balance } = await asked(what)
    const { ended, url } = await victim('accounts', accounts, failpoint)
    const key = { 'idempotency-key': `dies-${id}` }
    await expect(client(url, signed).post(path, body, key)).rejects.toThrow()
    expect((await ended)[1]).toBe('SIGKILL')
    expect(await left(id)).toBe(balance)
    const rows = await eventually('the audit row', async () => {
      const all = await audited(id)
      return all.length > 1 && all
    })
    const again = await accounts.admin.post(path, body, key)
    expect([again.status, again.body.balance, again.headers.get('idempotency-replayed')]).toEqual([
      201,
      balance,
      null,
    ])
    const [{ id: entryId, cause, requestId }] = await entries(id)
    expect(rows.at(-1)).toEqual({
      ...{ actor: 'olga', action: what === 'grant' ? 'grant-credits' : 'reverse-credit-entry', requestId },
      before: { kind: 'JobPosting', balance: 7 },
      after: { kind: 'JobPosting', amount: balance - 7, balance, cause, entryId },
    })
    expect(await left(id)).toBe(balance)
    expect(await entries(id)).toHaveLength(2)
    expect(await audited(id)).toHaveLength(2)
  },
)

test.each([
  ['grant', 'after', 2],
  ['reversal', 'after', 2],
  ['grant', 'before', 1],
  ['reversal', 'before', 1],
] as const)(
  'kill -9 of the ledger with a %s, %s its commit: 503, what is there is audited, the repeat makes it once',
  async (what, when, count) => {
    const { id, path, body, balance } = await asked(what)
    const { ended, url } = await victim('jobs', ledgers.jobs, `credits-${when}-commit`)
    const { databaseUrl, natsUrl } = accounts
    const env = { JOBS_URL: url, SEARCH_URL: ledgers.search.url }
    const beside = await bootAccounts({ databaseUrl, natsUrl, env })
    const key = { 'idempotency-key': `ledger-dies-${id}` }
    const lost = await beside.admin.post(path, body, key)
    expect([lost.status, lost.body.code]).toEqual([503, 'unavailable'])
    expect((await ended)[1]).toBe('SIGKILL')
    await beside.stop()
    expect(await entries(id)).toHaveLength(count)
    await eventually('the audit rows', async () => (await audited(id)).length === count)
    const again = await accounts.admin.post(path, body, key)
    expect([again.status, again.body.balance]).toEqual([201, balance])
    expect(await left(id)).toBe(balance)
    expect(await entries(id)).toHaveLength(2)
    expect(await audited(id)).toHaveLength(2)
  },
)
