import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getSubscriptionStats } from '@jobboard/contracts/webhooks/deliveries'

/** The figures of a subscription as the API returns them, of the rows of several. */
export function toStatsView(
  subscriptionId: number,
  { hours: rows, pending: waiting }: { hours: AttemptHour[]; pending: Pending[] },
  now: Date,
  hours: number,
): ResponseBody<typeof getSubscriptionStats> {
  const own = rows.filter((row) => row.subscriptionId === subscriptionId)
  const { steps, total } = toSteps(own, now, hours)
  const { pending = 0, nextAttemptAt } = waiting.find((row) => row.subscriptionId === subscriptionId) ?? {}
  const shown = steps.map((step) => ({ ...step, startsAt: step.startsAt.toISOString() }))
  return { steps: shown, total, pending, nextAttemptAt: nextAttemptAt?.toISOString() ?? null }
}

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

/** Attempts of a subscription that started in one hour. */
export interface AttemptHour {
  subscriptionId: number
  hour: Date
  succeeded: number
  failed: number
  /** How many took how long, by class. */
  durations: number[]
}

/** What waits of a subscription: how many deliveries, counted up to a limit, and when the first is due. */
export interface Pending {
  subscriptionId: number
  pending: number
  nextAttemptAt: Date | null
}

/** How many attempts there were, and how long they took. */
interface AttemptSum {
  succeeded: number
  failed: number
  p50Ms: number | null
  p95Ms: number | null
}

/** Attempts of a subscription that started in an hour or a UTC day. */
interface AttemptStep extends AttemptSum {
  startsAt: Date
}

/** Counts finished attempts by subscription and hour, in the order of both. */
export function countByHour(
  attempts: readonly { subscriptionId: number; startedAt: Date; durationMs: number; succeeded: boolean }[],
): AttemptHour[] {
  const counted = new Map<string, AttemptHour>()
  for (const { subscriptionId, startedAt, durationMs, succeeded } of attempts) {
    const hour = floor(startedAt, HOUR_MS)
    const key = `${subscriptionId} ${hour.getTime()}`
    const row = counted.get(key) ?? {
      subscriptionId,
      hour,
      succeeded: 0,
      failed: 0,
      durations: noDurations(),
    }
    row[succeeded ? 'succeeded' : 'failed'] += 1
    row.durations[classOf(durationMs)]! += 1
    counted.set(key, row)
  }
  return [...counted.values()].sort(
    (a, b) => a.subscriptionId - b.subscriptionId || a.hour.getTime() - b.hour.getTime(),
  )
}

/** The begins of the last `hours` hours, or of their UTC days when that is more than one; the present one included. */
export function stepsUntil(now: Date, hours: number): Date[] {
  const stepMs = stepMsOf(hours)
  const count = (hours * HOUR_MS) / stepMs
  const last = floor(now, stepMs).getTime()
  return Array.from({ length: count }, (_, i) => new Date(last - (count - 1 - i) * stepMs))
}

/** The attempts of each of `stepsUntil`, and of all of them. */
function toSteps(
  rows: readonly Omit<AttemptHour, 'subscriptionId'>[],
  now: Date,
  hours: number,
): { steps: AttemptStep[]; total: AttemptSum } {
  const stepMs = stepMsOf(hours)
  const byStep = Map.groupBy(rows, ({ hour }) => floor(hour, stepMs).getTime())
  const steps = stepsUntil(now, hours).map((startsAt) => ({
    startsAt,
    ...sumOf(byStep.get(startsAt.getTime()) ?? []),
  }))
  return { steps, total: sumOf(rows) }
}

function sumOf(rows: readonly Omit<AttemptHour, 'subscriptionId'>[]): AttemptSum {
  const durations = noDurations().map((_, i) => rows.reduce((sum, row) => sum + (row.durations[i] ?? 0), 0))
  return {
    succeeded: rows.reduce((sum, row) => sum + row.succeeded, 0),
    failed: rows.reduce((sum, row) => sum + row.failed, 0),
    p50Ms: percentile(durations, 0.5),
    p95Ms: percentile(durations, 0.95),
  }
}

function stepMsOf(hours: number): number {
  return hours > DAY_HOURS ? DAY_HOURS * HOUR_MS : HOUR_MS
}

function floor(time: Date, stepMs: number): Date {
  return new Date(Math.floor(time.getTime() / stepMs) * stepMs)
}

function noDurations(): number[] {
  return Array.from({ length: DURATION_CLASSES }, () => 0)
}

// Neighbouring classes differ by a fifth, so the middle of a class is within 10 % of all that it has.
const RATIO = 1.2

/** Classes of durations: all above the last one's begin, 9 s, are in the last one. */
export const DURATION_CLASSES = 52

/** The class of a duration in ms, from 0. */
export function classOf(durationMs: number): number {
  if (durationMs <= 1) return 0
  return Math.min(DURATION_CLASSES - 1, Math.ceil(Math.log(durationMs) / Math.log(RATIO)))
}

/** The duration in ms that `share` (0 to 1) of what was counted by class did not exceed, to within 10 %; null when nothing
 * was counted. */
export function percentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const wanted = Math.ceil(total * share)
  let counted = 0
  const found = counts.findIndex((count) => {
    counted += count
    return counted >= wanted
  })
  return found === 0 ? 1 : Math.round(RATIO ** (found - 0.5))
}
