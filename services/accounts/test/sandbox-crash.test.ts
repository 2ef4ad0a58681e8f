import { CALLER_HEADER, type Caller, REQUEST_ID_HEADER, signCaller } from '@jobboard/service/auth/caller'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { endOf, startServiceProcess, urlOf } from '@jobboard/testkit/service-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Accounts } from './support/boot-accounts.ts'
import { type AccountsWithSandboxes, bootAccountsWithSandboxes } from './support/sandbox-peers.ts'

let services: AccountsWithSandboxes
let accounts: Accounts
beforeAll(async () => {
  services = await bootAccountsWithSandboxes()
  accounts = services.accounts
})
afterAll(() => services.stop())

const sql = () => accounts.deps.db.sql
const path = (employerId: number) => `/admin/v1/employers/${employerId}/sandbox`
/** Sends a request to a process that kills itself at the failpoint. */
async function die(failpoint: string, caller: Caller, to: string): Promise<void> {
  const child = startServiceProcess('accounts', accounts, { ...services.env, FAILPOINTS: failpoint })
  const headers = { [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, caller), [REQUEST_ID_HEADER]: 'dies' }
  const url = await urlOf(child)
  await expect(client(url, headers).post(to)).rejects.toThrow()
  expect(await endOf(child)).toBe('SIGKILL')
}
/** The employers that are sandboxes of this one, or that nobody knows. */
const made = async (afterId: number) =>
  (
    await sql()<{
      id: number
    }>`select id from employer where sandbox_id is not null and id > ${afterId} order by id`
  ).map(({ id }) => id)
const credits = async (id: number) =>
  (await accounts.admin.get(`/admin/v1/employers/${id}/credits`)).body.CvSearch

test.each(['sandbox-after-insert', 'sandbox-after-fill', 'sandbox-before-ready'])(
  'SIGKILL at %s: no sandbox yet; the same call again makes one, whole and once',
  async (failpoint) => {
    const employerId = await accounts.newEmployer()
    await accounts.newUser(employerId)
    await die(failpoint, { kind: 'admin', actor: 'olga' }, path(employerId))
    expect((await accounts.admin.get(path(employerId))).status).toBe(404)
    const { status, body } = await accounts.admin.post(path(employerId))
    expect(status).toBe(201)
    expect(await made(employerId)).toEqual([body.id])
    expect(await credits(body.id)).toBe(1_000)
    expect((await accounts.admin.get(`/admin/v1/employers/${body.id}/users`)).body).toHaveLength(1)
    expect(await accounts.auditRows(`sandbox ${body.id}`)).toHaveLength(1)
  },
)

test.each(['sandbox-reset-after-insert', 'sandbox-reset-after-fill', 'sandbox-reset-before-ready'])(
  'SIGKILL at %s: the sandbox and its keys are as before; the same call again resets it, once',
  async (failpoint) => {
    const employerId = await accounts.newEmployer()
    await accounts.newUser(employerId)
    const { id } = (await accounts.admin.post(path(employerId))).body
    const key = await accounts.mint(id)
    const tester: Caller = {
      kind: 'recruiter',
      employerId: id,
      userId: null,
      keyId: key.id,
      scopes: [],
      sandboxId: id,
    }
    await die(failpoint, tester, '/api/v1/sandbox/reset')
    expect((await accounts.admin.get(path(employerId))).body.id).toBe(id)
    expect(await accounts.findRecord(key.apiKey)).toMatchObject({ sandboxId: id, status: 'Active' })
    expect(await sql()`select 1 from retired_sandbox where sandbox_id = ${id}`).toEqual([])
    const { status, body } = await accounts.as(tester).post('/api/v1/sandbox/reset')
    expect(status).toBe(201)
    expect(await made(id)).toEqual([body.id])
    expect(await credits(body.id)).toBe(1_000)
    expect(await accounts.findRecord(key.apiKey)).toMatchObject({ sandboxId: body.id, status: 'Active' })
  },
)
