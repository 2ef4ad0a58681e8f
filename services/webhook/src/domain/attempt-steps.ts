import { classOf, DURATION_CLASSES, percentile } from './duration-class.ts'

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
export interface AttemptSum {
  succeeded: number
  failed: number
  p50Ms: number | null
  p95Ms: number | null
}

/** Attempts of a subscription that started in an hour or a UTC day. */
export interface AttemptStep extends AttemptSum {
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
export function toSteps(
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
