import { notFound } from '@jobboard/contracts/error'
import { candidateUnlocked } from '@jobboard/contracts/search/events'
import { listUnlocks } from '@jobboard/contracts/search/internal'
import { getCandidate as endpoint } from '@jobboard/contracts/search/search'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { debit, estimateDebit } from '@jobboard/ledger/entries'
import { readRemainingCredits } from '@jobboard/ledger/read'
import { failpoint } from '@jobboard/process/failpoint'
import type { Credits } from '@jobboard/service/http/credit-headers'
import { etagOf, withEtag } from '@jobboard/service/http/etag'
import { type Context, type DryRun, type Route, route } from '@jobboard/service/http/route'
import { getVisibleCandidate, lockVisibleCandidate } from '../candidates/store.ts'
import type { SearchEnv } from '../env.ts'
import { findUnlock, insertUnlock, listUnlocksOf } from './store.ts'
import { hasLapsed, toPublished, unlockedUntil } from './unlock.ts'

/** The checks of `getCandidate`, in its order; free within an unlock window. */
const estimateGetCandidate: DryRun<typeof endpoint> = ({ read, employerId, params, now }) =>
  read(async (sql) => {
    const credit = { employerId, kind: 'CvDownload' } as const
    const openUntil = await findUnlock(sql, employerId, params.id, now)
    await getVisibleCandidate(sql, params.id, now)
    if (!openUntil) return { credits: await estimateDebit(sql, credit) }
    const balance = await readRemainingCredits(sql, employerId, credit.kind)
    return { credits: { kind: credit.kind, cost: 0, balance } }
  })

/** Spec §4.4, D-45: the full profile. Unlock window, debit and event are one transaction. Throws not_found, no_credits. */
const getCandidate = route(
  endpoint,
  (context) =>
    context.commit(async (sql) => {
      const { employerId, params, now, service } = context
      const openUntil = await findUnlock(sql, employerId, params.id, now)
      // Before a debit the candidate is locked: one who is being hidden is either hidden first and 404, or unlocked first.
      const read = openUntil ? getVisibleCandidate : lockVisibleCandidate
      const { profile, lastActiveAt, consentExpiresAt } = await read(sql, params.id, now)
      const { until, ...credits } = openUntil
        ? await freeRead(sql, employerId, openUntil)
        : await unlock(sql, context)
      // The debit may have waited for other reads: a consent that has lapsed meanwhile is not charged.
      if (hasLapsed(consentExpiresAt, service.clock.now())) throw notFound()
      const body = {
        ...profile,
        lastActiveAt: lastActiveAt.toISOString(),
        unlockedUntil: until.toISOString(),
      }
      // D-61: a read that has just been paid for returns the profile, never a 304.
      const reply =
        credits.cost === 0 ? withEtag(context.headers, body) : { body, headers: { etag: etagOf(body) } }
      return { ...reply, credits }
    }),
  estimateGetCandidate,
)

type Unlocked = Credits & { until: Date }

async function unlock(sql: Tx, context: Context<typeof endpoint>): Promise<Unlocked> {
  const { employerId, params, now, requestId } = context
  const window = { employerId, candidateId: params.id, unlockedAt: now, unlockedUntil: unlockedUntil(now) }
  if (!(await insertUnlock(sql, employerId, window))) {
    return freeRead(sql, employerId, (await findUnlock(sql, employerId, params.id, now))!)
  }
  const cause = `get-candidate ${params.id}`
  const { remaining } = await debit(sql, { employerId, kind: 'CvDownload', cause, requestId, now })
  failpoint('unlock-after-debit')
  await appendEvent(sql, candidateUnlocked, toPublished(window, now))
  return { cost: 1, remaining, until: window.unlockedUntil }
}

async function freeRead(sql: Tx, employerId: number, until: Date): Promise<Unlocked> {
  return { cost: 0, remaining: await readRemainingCredits(sql, employerId, 'CvDownload'), until }
}

export const unlockRoutes: Route<SearchEnv>[] = [
  getCandidate,
  // Read by candidate for the candidate's own list.
  route(listUnlocks, async ({ sql, params, query }) => {
    const page = await listUnlocksOf(sql, params.candidateId, query)
    const items = page.items.map(({ employerId, unlockedAt }) => ({
      employerId,
      unlockedAt: unlockedAt.toISOString(),
    }))
    return { body: { ...page, items } }
  }),
]
