import { ApiError } from '@jobboard/contracts/error'
import { publishJob } from '@jobboard/contracts/jobs/endpoints'
import type { Visit } from '../../http/visit.ts'
import { dayOf, endOfDay } from '../../parts/day.ts'
import { askPrice } from '../../peers/ask.ts'

/** Whether a draft can be published now, and for how much. */
export type Publishing =
  | { kind: 'ready'; cost: number; balance: number; creditKind: string }
  | { kind: 'incomplete'; fields: string[] }
  | { kind: 'noCredits' }
  /** It is no draft any more, or the service refuses it for another reason. */
  | { kind: 'refused'; error: ApiError }

const DAY_MS = 86_400_000
/** Days for which a job is published unless the person says otherwise. */
const DEFAULT_DAYS = 30

/** The day that the form suggests. */
export function suggestedDay({ now, zone }: Pick<Visit, 'now' | 'zone'>): string {
  return dayOf(new Date(now.getTime() + DEFAULT_DAYS * DAY_MS), zone)
}

/** Asks jobs what publishing would do: it knows what is required, and what it costs. Nothing is debited. */
export async function readPublishing(visit: Visit, jobId: string | number): Promise<Publishing> {
  const expiryDate = endOfDay(suggestedDay(visit), visit.zone)!
  try {
    const input = { params: { id: jobId }, body: { expiryDate } }
    const { credits } = await askPrice(visit.deps, visit.person, publishJob, input, {
      requestId: visit.request.id,
    })
    if (!credits) return { kind: 'ready', cost: 0, balance: 0, creditKind: 'JobPosting' }
    return { kind: 'ready', cost: credits.cost, balance: credits.balance, creditKind: credits.kind }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'unavailable' || error.code === 'not_found')
      throw error
    if (error.code === 'no_credits') return { kind: 'noCredits' }
    const fields = error.fields.map(({ pointer }) => pointer.slice(1))
    if (error.code === 'invalid_state' && fields.length > 0) return { kind: 'incomplete', fields }
    return { kind: 'refused', error }
  }
}
