import type { getCandidate as endpoint } from '@jobboard/contracts/endpoints/search'
import { candidateUnlocked } from '@jobboard/contracts/events/search'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/failpoint/failpoint'
import { debit } from '@jobboard/ledger/debit'
import { readRemainingCredits } from '@jobboard/ledger/remaining-credits'
import type { Credits } from '@jobboard/service/http/credit-headers'
import { etagOf, withEtag } from '@jobboard/service/http/etag'
import type { Action, Context } from '@jobboard/service/http/route'
import { unlockedUntil } from '../domain/unlock-window.ts'
import { getSearchableCandidate as getSearchable } from '../store/candidate.ts'
import { findUnlock, insertUnlock } from '../store/unlock.ts'

/** Spec §4.4, D-45: the full profile. Unlock window, debit and event are one transaction. Throws not_found, no_credits. */
export const getCandidate: Action<typeof endpoint> = (context) =>
  context.commit(async (sql) => {
    const { profile, lastActiveAt } = await getSearchable(sql, context.params.id)
    const { until, ...credits } = await unlock(sql, context)
    const body = {
      ...profile,
      lastActiveAt: lastActiveAt.toISOString(),
      unlockedUntil: until.toISOString(),
    }
    // D-61: a read that has just been paid for returns the profile, never a 304.
    const reply =
      credits.cost === 0 ? withEtag(context.headers, body) : { body, headers: { etag: etagOf(body) } }
    return { ...reply, credits }
  })

type Window = { employerId: number; candidateId: number; now: Date; until: Date }
type Unlocked = Credits & { until: Date }

async function unlock(sql: Tx, context: Context<typeof endpoint>): Promise<Unlocked> {
  const { employerId, params, now, requestId } = context
  const openUntil = await findUnlock(sql, employerId, params.id, now)
  if (openUntil) return freeRead(sql, employerId, openUntil)
  const until = unlockedUntil(now)
  if (!(await insertUnlock(sql, employerId, { candidateId: params.id, now, until }))) {
    return freeRead(sql, employerId, (await findUnlock(sql, employerId, params.id, now))!)
  }
  const cause = `get-candidate ${params.id}`
  const { remaining } = await debit(sql, { employerId, kind: 'CvDownload', cause, requestId, now })
  failpoint('unlock-after-debit')
  await appendEvent(sql, candidateUnlocked, toEvent({ employerId, candidateId: params.id, now, until }))
  return { cost: 1, remaining, until }
}

async function freeRead(sql: Tx, employerId: number, until: Date): Promise<Unlocked> {
  return { cost: 0, remaining: await readRemainingCredits(sql, employerId, 'CvDownload'), until }
}

function toEvent({ employerId, candidateId, now, until }: Window) {
  const unlockedAt = now.toISOString()
  return {
    // One aggregate per window: a later window of the same pair is another one.
    aggregateId: `${employerId}:${candidateId}:${unlockedAt}`,
    aggregateVersion: 1,
    occurredAt: now,
    data: { employerId, candidateId, unlockedAt, unlockedUntil: until.toISOString(), version: 1 },
  }
}
