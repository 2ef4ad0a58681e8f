import { randomUUID } from 'node:crypto'
import { retiredSandboxState } from '@jobboard/contracts/sandbox/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WaitingMail } from '../src/mails/mail.ts'
import { addNewApplications, listWatched, queueMails } from '../src/mails/store.ts'
import { toContent } from '../src/mails/wire.ts'
import { retiredStates } from '../src/sandboxes/retired-store.ts'
import { endUnusedSandboxes } from '../src/sandboxes/timers.ts'
import type { Accounts } from './support/boot-accounts.ts'
import { type AccountsWithSandboxes, bootAccountsWithSandboxes } from './support/sandbox-peers.ts'

let services: AccountsWithSandboxes
let accounts: Accounts
beforeAll(async () => {
  // Nothing listens there: mails are queued and stay.
  services = await bootAccountsWithSandboxes({ SMTP_URL: 'smtp://127.0.0.1:1' })
  accounts = services.accounts
})
afterAll(() => services.stop())

const sql = () => accounts.deps.db.sql
const path = (employerId: number) => `/admin/v1/employers/${employerId}/sandbox`
const runTimer = () => endUnusedSandboxes.run(accounts.deps as never)
const mailsOf = (employerId: number) => sql()<{ kind: string; data: object }>`
  select kind, data from mail where employer_id = ${employerId} order by created_at`
/** An employer with an admin, its sandbox, and a key that was used `days` days ago. */
async function used(days: number) {
  const employerId = await accounts.newEmployer()
  await accounts.newUser(employerId)
  const { body } = await accounts.admin.post(path(employerId))
  const key = await accounts.mint(body.id)
  const ago = (n: number) => new Date(accounts.deps.clock.now().getTime() - n * 86_400_000)
  await sql()`update sandbox set created_at = ${ago(200)} where id = ${body.id}`
  const useKey = (n: number) => sql()`update recruiter_key set last_used_at = ${ago(n)} where id = ${key.id}`
  await useKey(days)
  return { employerId, id: body.id as number, key, useKey }
}

test('90 days after the last call a sandbox ends; 14 days before its employer is mailed, once (P-906)', async () => {
  const [fresh, soon, old] = [await used(75), await used(77), await used(91)]
  await runTimer()
  await runTimer()
  const states = await Promise.all(
    [fresh, soon, old].map(({ employerId }) => accounts.admin.get(path(employerId))),
  )
  expect(states.map(({ status }) => status)).toEqual([200, 200, 404])
  const { lastUsedAt, endsAt } = states[1]!.body
  expect(Date.parse(endsAt) - Date.parse(lastUsedAt)).toBe(90 * 86_400_000)
  expect(await accounts.findRecord(old.key.apiKey)).toMatchObject({ status: 'Revoked' })
  expect(await mailsOf(soon.employerId)).toEqual([{ kind: 'keys', data: { sandboxEndsAt: endsAt } }])
  expect([await mailsOf(fresh.employerId), await mailsOf(soon.id), await mailsOf(old.employerId)]).toEqual([
    [],
    [],
    [],
  ])
  // Used again: a later end has a mail of its own.
  await soon.useKey(1)
  await runTimer()
  expect(await mailsOf(soon.employerId)).toHaveLength(1)
})

test('the mail says when the sandbox ends and what keeps it', () => {
  const mail: WaitingMail = {
    ...{
      id: randomUUID(),
      userId: 1,
      kind: 'keys' as const,
      data: { sandboxEndsAt: '2030-06-01T08:00:00.000Z' },
    },
    ...{ employerName: 'Fjord Ferries', attempts: 1, createdAt: new Date(), timeZone: 'UTC' },
    recipient: { name: 'Ada', email: 'a@b.example', role: 'EmployerAdmin', isRemoved: false },
    settings: { applications: 'off', keys: true, credits: true, webhooks: true },
  }
  const { subject, text } = toContent(mail, {
    portal: 'https://p.example',
    unsubscribe: 'https://p.example/u',
  })
  expect(subject).toBe('Your sandbox ends on 2030-06-01')
  expect(text).toContain('One call with any of its keys keeps it.')
})

test('no mail is queued for a sandbox: about applications, credits, keys, webhooks (P-907)', async () => {
  const { employerId, id } = await used(0)
  const now = accounts.deps.clock.now()
  await accounts.admin.put(`/admin/v1/employers/${id}/settings`, { creditThreshold: 50 })
  const counted = [employerId, id].map((one) => ({ employerId: one, jobId: one, applications: 1 }))
  await accounts.deps.db.tx(async (tx) => {
    await addNewApplications(tx, counted, now)
    for (const one of [employerId, id]) {
      await queueMails(tx, one, { kind: 'credits', data: { kind: 'CvSearch', amount: 1, threshold: 5 } }, now)
    }
  })
  const due = await sql()`select employer_id from mail_due`
  expect(due).toEqual([{ employerId }])
  expect([(await mailsOf(employerId)).length, await mailsOf(id)]).toEqual([1, []])
  const watched = (await listWatched(sql(), 0, 1_000)).map((one) => one.id)
  expect([watched.includes(employerId), watched.includes(id)]).toEqual([true, false])
  const admins = async (one: number) =>
    (await accounts.internal.get(`/internal/v1/employers/${one}/admins`)).body.emails.length
  expect([await admins(employerId), await admins(id)]).toEqual([1, 0])
})

test('a resync publishes every retired sandbox', async () => {
  const { employerId, id } = await used(0)
  await accounts.admin.delete(path(employerId))
  const now = accounts.deps.clock.now()
  const rows = await retiredStates.read(sql(), { after: null, limit: 100, now })
  expect(rows.map(({ data }) => retiredSandboxState.data.parse(data).sandboxId)).toContain(id)
  expect(await retiredStates.count(sql())).toBe(rows.length)
  expect(await retiredStates.read(sql(), { after: rows.at(-1)!.cursor, limit: 100, now })).toEqual([])
})
