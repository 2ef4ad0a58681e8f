import type { Deps, Timer } from '@jobboard/service/lifecycle/deps'
import { findManyBalances, MAX_EMPLOYERS } from '../credits/peers.ts'
import type { AccountsEnv } from '../env.ts'
import { type Level, listWatched, queueMails, saveLevels, type Watched } from './store.ts'

const WATCH_INTERVAL_MS = 300_000

/** Mails EmployerAdmins whose balances fall below the threshold of their employer. Each replica looks at each balance
 * every 5 minutes, and one of them mails. Without a mail server it does nothing. */
export const watchCredits: Timer<AccountsEnv> = {
  name: 'watch-credits',
  everyMs: WATCH_INTERVAL_MS,
  async run(deps) {
    if (!deps.env.SMTP_URL) return
    let watched = await listWatched(deps.db.sql, 0, MAX_EMPLOYERS)
    while (watched.length > 0) {
      await watch(deps, watched)
      watched = await listWatched(deps.db.sql, watched.at(-1)!.id, MAX_EMPLOYERS)
    }
  },
}

async function watch({ db, call, clock }: Deps<AccountsEnv>, watched: readonly Watched[]): Promise<void> {
  const thresholds = new Map(watched.map(({ id, creditThreshold }) => [id, creditThreshold]))
  const balances = await findManyBalances(call, [...thresholds.keys()])
  const levels = balances.map((balance): Level => {
    return { ...balance, isLow: balance.amount < thresholds.get(balance.employerId)! }
  })
  await db.tx(async (sql) => {
    for (const { employerId, kind } of await saveLevels(sql, levels)) {
      const { amount } = levels.find((level) => level.employerId === employerId && level.kind === kind)!
      const data = { kind, amount, threshold: thresholds.get(employerId)! }
      await queueMails(sql, employerId, { kind: 'credits', data }, clock.now())
    }
  })
}
