import type { Timer } from '@jobboard/service/lifecycle/deps'
import type { AccountsEnv } from '../env.ts'
import { queueMails } from '../mails/store.ts'
import { isRetiredElsewhere } from './peers.ts'
import { end, replaceLost, retire } from './saga-actions.ts'
import { dueOf, endOf, type Sandbox } from './sandbox.ts'
import {
  dropStuck,
  findSandboxOf,
  listSandboxesAfter,
  listStuck,
  lockSandboxOf,
  saveNoticed,
} from './store.ts'

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
    for (const { employerId } of await listStuck(db.sql, before)) {
      await db.tx(async (sql) => {
        const preparingId = await dropStuck(sql, employerId, before)
        if (preparingId !== undefined) await retire(sql, preparingId, now)
      })
    }
  },
}

/** Ends sandboxes that no key has used for 90 days, and mails the admins of their employers 14 days before. */
export const endUnusedSandboxes: Timer<AccountsEnv> = {
  name: 'end-unused-sandboxes',
  everyMs: HOUR_MS,
  async run({ db, clock, env }) {
    const now = clock.now()
    for (let after = 0; ; ) {
      const sandboxes = await listSandboxesAfter(db.sql, after, BATCH)
      for (const sandbox of sandboxes.filter((one) => dueOf(one, now) !== 'none')) {
        await db.tx(async (sql) => {
          await lockSandboxOf(sql, sandbox.employerId)
          const current = await findSandboxOf(sql, sandbox.employerId)
          if (!current) return
          const due = dueOf(current, now)
          if (due === 'end') await end(sql, current.employerId, now)
          if (due === 'notice') {
            if (env.SMTP_URL) await queueMails(sql, current.employerId, noticeOf(current), now)
            await saveNoticed(sql, current.employerId, now)
          }
        })
      }
      if (sandboxes.length < BATCH) return
      after = sandboxes.at(-1)!.id
    }
  },
}

/** Gives keys a new sandbox where theirs was deleted by all other services: accounts was restored from a backup that is older
 * than a reset. */
export const replaceLostSandboxes: Timer<AccountsEnv> = {
  name: 'replace-lost-sandboxes',
  everyMs: 10 * MINUTE_MS,
  async run({ db, call, clock }) {
    for (let after = 0; ; ) {
      const sandboxes = await listSandboxesAfter(db.sql, after, BATCH)
      for (const sandbox of sandboxes) {
        if (await isRetiredElsewhere(call, sandbox.id, 'replace-lost-sandboxes'))
          await replaceLost({ db, call }, sandbox, clock.now())
      }
      if (sandboxes.length < BATCH) return
      after = sandboxes.at(-1)!.id
    }
  },
}

function noticeOf(sandbox: Sandbox) {
  return { kind: 'keys', data: { sandboxEndsAt: endOf(sandbox).toISOString() } } as const
}
