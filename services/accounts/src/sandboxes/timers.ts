import type { Tx } from '@jobboard/db/sql'
import type { Timer } from '@jobboard/service/lifecycle/deps'
import type { AccountsEnv } from '../env.ts'
import { queueMails, queueMailTo } from '../mails/store.ts'
import { end, retire } from './saga-actions.ts'
import { dueOf, endOf, type Sandbox } from './sandbox.ts'
import { dropStuck, findNumbered, listSandboxesAfter, listStuck, lockNumbered, saveNoticed } from './store.ts'

const PREPARING_MS = 600_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const BATCH = 100

/** Retires employers that were to become sandboxes, 10 minutes after a call that was not repeated. */
export const dropStuckSandboxes: Timer<AccountsEnv> = {
  name: 'drop-stuck-sandboxes',
  everyMs: MINUTE_MS,
  async run({ db, clock }) {
    const now = clock.now()
    const before = new Date(now.getTime() - PREPARING_MS)
    for (const { number } of await listStuck(db.sql, before)) {
      await db.tx(async (sql) => {
        const preparingId = await dropStuck(sql, number, before)
        if (preparingId !== undefined) await retire(sql, preparingId, now)
      })
    }
  },
}

/** Ends sandboxes that no key has used for 90 days, and mails the admins of their employers, or who signed up, 14 days before. */
export const endUnusedSandboxes: Timer<AccountsEnv> = {
  name: 'end-unused-sandboxes',
  everyMs: HOUR_MS,
  async run({ db, clock, env }) {
    const now = clock.now()
    for (let after = 0; ; ) {
      const sandboxes = await listSandboxesAfter(db.sql, after, BATCH)
      for (const sandbox of sandboxes.filter((one) => dueOf(one, now) !== 'none')) {
        await db.tx(async (sql) => {
          const stored = await lockNumbered(sql, sandbox.number)
          const current = await findNumbered(sql, sandbox.number)
          if (!stored || !current) return
          const due = dueOf(current, now)
          if (due === 'end') await end(sql, stored, now)
          if (due === 'notice') {
            if (env.SMTP_URL) await notify(sql, current, now)
            await saveNoticed(sql, current.number, now)
          }
        })
      }
      if (sandboxes.length < BATCH) return
      after = sandboxes.at(-1)!.id
    }
  },
}

/** To the admins of its employer, or to who signed up for it: the only mail about a sandbox. */
async function notify(sql: Tx, sandbox: Sandbox, now: Date): Promise<void> {
  const mail = { kind: 'keys', data: { sandboxEndsAt: endOf(sandbox).toISOString() } } as const
  if (sandbox.userId !== null) await queueMailTo(sql, sandbox.userId, mail, now)
  else await queueMails(sql, sandbox.employerId!, mail, now)
}
