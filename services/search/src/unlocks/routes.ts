import { notFound } from '@jobboard/contracts/error'
import { cursorAfter, newest, readCursor } from '@jobboard/contracts/page'
import { endUnlock } from '@jobboard/contracts/sandbox/endpoints'
import { candidateUnlocked } from '@jobboard/contracts/search/events'
import { listUnlocks } from '@jobboard/contracts/search/internal'
import { listUnlockedCandidates } from '@jobboard/contracts/search/kept'
import { getCandidate as endpoint } from '@jobboard/contracts/search/search'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { debit, estimateDebit } from '@jobboard/ledger/entries'
import { readRemainingCredits } from '@jobboard/ledger/read'
import { failpoint } from '@jobboard/process/failpoint'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { sandboxOf } from '@jobboard/service/auth/caller'
import type { Credits } from '@jobboard/service/http/credit-headers'
import { etagOf, withEtag } from '@jobboard/service/http/etag'
import { type Context, type DryRun, type Route, route } from '@jobboard/service/http/route'
import { actorOf } from '../actors/actor.ts'
import { fetchNames } from '../actors/peers.ts'
import { listApplications } from '../applications/store.ts'
import { getVisibleCandidate, lockVisibleCandidate } from '../candidates/store.ts'
import type { Tokeniser } from '../documents/document.ts'
import type { SearchEnv } from '../env.ts'
import { buildSandboxDocuments } from '../sandboxes/build-actions.ts'
import * as store from './store.ts'
import { findUnlock, insertUnlock, listUnlocked, listUnlocksOf } from './store.ts'
import {
  hasLapsed,
  toPublished,
  toUnlocked,
  type UnlockedCandidate,
  unlockedMatcher,
  unlockedUntil,
} from './unlock.ts'

/** The checks of `getCandidate`, in its order; free within an unlock window. */
const estimateGetCandidate: DryRun<typeof endpoint> = ({ read, caller, employerId, params, now }) =>
  read(async (sql) => {
    const credit = { employerId, kind: 'CvDownload' } as const
    const openUntil = await findUnlock(sql, employerId, params.id, now)
    await getVisibleCandidate(sql, { id: params.id, sandboxId: sandboxOf(caller) }, now)
    const applications = (await listApplications(sql, employerId, [params.id])).get(params.id)!
    if (!openUntil) return { credits: await estimateDebit(sql, credit), applications }
    const balance = await readRemainingCredits(sql, employerId, credit.kind)
    return { credits: { kind: credit.kind, cost: 0, balance }, applications }
  })

/** Spec §4.4, D-45: the full profile. Unlock window, debit and event are one transaction. Throws not_found, no_credits. */
const getCandidate = route(
  endpoint,
  (context) =>
    context.commit(async (sql) => {
      const { caller, employerId, params, now, service } = context
      const openUntil = await findUnlock(sql, employerId, params.id, now)
      // Before a debit the candidate is locked: one who is being hidden is either hidden first and 404, or unlocked first.
      const read = openUntil ? getVisibleCandidate : lockVisibleCandidate
      const { profile, lastActiveAt, consentExpiresAt } = await read(
        sql,
        { id: params.id, sandboxId: sandboxOf(caller) },
        now,
      )
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
  if (!(await insertUnlock(sql, employerId, window, actorOf(context.caller)))) {
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

/** Unlocked candidates that one request with `q` reads. */
const MAX_READ = 2_000
const READ_AT_ONCE = 500

/** The employer's unlocked candidates, last paid first. Bounded work: with `q` a page ends after 2,000 candidates. */
const listOwn = (tokeniser: Tokeniser) =>
  route(
    listUnlockedCandidates,
    async ({ service, sql, caller, employerId, query: { q, cursor, limit }, requestId, now }) => {
      const sandboxId = sandboxOf(caller)
      await buildSandboxDocuments(service.db, tokeniser, sandboxId)
      const matches = q === undefined ? () => true : unlockedMatcher(q)
      let after = cursor === undefined ? newest(now) : readCursor(cursor)
      const page: UnlockedCandidate[] = []
      let isLast = false
      // One row more than the page shows whether another page follows.
      const batch = q === undefined ? limit + 1 : READ_AT_ONCE
      for (let read = 0; read < MAX_READ && page.length < limit && !isLast; read += batch) {
        const rows = await listUnlocked(
          sql,
          employerId,
          { after, limit: batch, tokeniserVersion: tokeniser.version, sandboxId },
          now,
        )
        isLast = rows.length < batch
        for (const [index, one] of rows.entries()) {
          if (page.length === limit) break
          if (matches(one)) page.push(one)
          after = { at: one.unlockedAt, id: one.candidateId }
          if (page.length === limit) isLast &&= index === rows.length - 1
        }
      }
      const names = await fetchNames(service, employerId, page, requestId)
      const items = page.map((one) => toUnlocked(one, names))
      return { body: { items, nextCursor: isLast ? null : cursorAfter(after) } }
    },
  )

/** Ends the free days of a profile of the sandbox; the window stays in the list. Throws not_found. */
const endWindow = route(endUnlock, (context) =>
  context.commit(async (sql) => {
    const { employerId, now } = context
    const { candidateId } = context.params
    if (!(await store.endUnlock(sql, employerId, candidateId, now))) throw notFound()
    const entity = { type: 'candidate', id: candidateId }
    const after = { unlockedUntil: now.toISOString() }
    await recordAudit(sql, context, { action: 'end-unlock', entity, before: null, after, employerId })
    return {}
  }),
)

export const unlockRoutes = (tokeniser: Tokeniser): Route<SearchEnv>[] => [
  getCandidate,
  listOwn(tokeniser),
  endWindow,
  // Read by candidate for the candidate's own list.
  route(listUnlocks, async ({ sql, params, query }) => {
    const page = await listUnlocksOf(sql, params.candidateId, query)
    const items = page.items.map(({ id, unlockedAt }) => ({
      employerId: id,
      unlockedAt: unlockedAt.toISOString(),
    }))
    return { body: { ...page, items } }
  }),
]
