import { randomUUID } from 'node:crypto'
import type { Input } from '@jobboard/contracts/endpoint'
import { type KeyCalls, type KeyRecord, recordKeyUse } from '@jobboard/contracts/keys/internal'
import type { LimitFamily } from '@jobboard/contracts/limits'
import type { Call } from '@jobboard/service/lifecycle/call'
import type { Log } from '@jobboard/service/lifecycle/log'

/** Collects the last use of each key (D-18) and its calls, and reports both to accounts in batches. */
export interface KeyUses {
  /** Counts a call that got a response with this status. `atMs` is of the business clock. */
  add(key: KeyRecord, family: LimitFamily, status: number, atMs: number): void
  stop(): Promise<void>
}

type Report = Input<typeof recordKeyUse>['body']

/** The calls of a key in one family and UTC day, counted from 1970. */
type Counts = Omit<KeyCalls, 'keyId' | 'date' | 'family'> & { day: number; family: LimitFamily }

interface Activity {
  readonly kind: KeyRecord['kind']
  usedAtMs: number | undefined
  counts: Counts[]
}

/** A report is made and sent in one go, which delays the requests of that moment: about 1 ms with so many. */
const MAX_PER_CALL = 500
const DAY_MS = 86_400_000

/** Reports every `intervalMs`, and once more when stopped. A report that accounts did not accept within `callTimeoutMs` is
 * sent again as it is: its `Idempotency-Key` lets accounts count it once. What is counted meanwhile follows it. */
export function startKeyUses(
  call: Call,
  log: Log,
  { intervalMs = 1_000, callTimeoutMs = 1_000 } = {},
): KeyUses {
  // By id, which is unique over both kinds.
  let activities = new Map<number, Activity>()
  const reports: { id: string; part: [number, Activity][] }[] = []
  let flushing: Promise<void> | undefined

  async function flush(): Promise<void> {
    if (reports.length === 0) {
      const entries = [...activities]
      activities = new Map()
      for (let at = 0; at < entries.length; at += MAX_PER_CALL) {
        reports.push({ id: randomUUID(), part: entries.slice(at, at + MAX_PER_CALL) })
      }
    }
    await sendReports()
  }

  async function sendReports(): Promise<boolean> {
    while (reports.length > 0) {
      const { id, part } = reports[0]!
      try {
        await call(recordKeyUse, { body: toReport(part) }, { timeoutMs: callTimeoutMs, idempotencyKey: id })
      } catch (error) {
        log.warn({ err: error, reports: reports.length }, 'uses of keys are not reported; trying again')
        return false
      }
      reports.shift()
    }
    return true
  }

  // One report at a time: while accounts hangs none queue up, which a stop would have to wait for.
  const timer = setInterval(() => {
    flushing ??= flush().finally(() => {
      flushing = undefined
    })
  }, intervalMs)
  return {
    add({ id, kind }, family, status, atMs) {
      let activity = activities.get(id)
      if (!activity) {
        activity = { kind, usedAtMs: undefined, counts: [] }
        activities.set(id, activity)
      }
      count(countsOf(activity, family, Math.floor(atMs / DAY_MS)), status)
      if (isUse(status)) activity.usedAtMs = atMs
    },
    async stop() {
      clearInterval(timer)
      await flushing
      if (await sendReports()) await flush()
    },
  }
}

// One or two: a key calls few families, and the report is a second away.
function countsOf({ counts }: Activity, family: LimitFamily, day: number): Counts {
  for (const one of counts) if (one.family === family && one.day === day) return one
  const none = { day, family, ok: 0, clientErrors: 0, rateLimited: 0, serverErrors: 0 }
  counts.push(none)
  return none
}

function count(counts: Counts, status: number): void {
  if (status < 400) counts.ok++
  else if (status === 429) counts.rateLimited++
  else if (status < 500) counts.clientErrors++
  else counts.serverErrors++
}

function isUse(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304
}

// The rows of a report have the same date, or two.
let lastDate = { day: 0, text: '1970-01-01' }
function dateOf(day: number): string {
  if (lastDate.day !== day) lastDate = { day, text: new Date(day * DAY_MS).toISOString().slice(0, 10) }
  return lastDate.text
}

function toReport(part: [number, Activity][]): Report {
  return {
    uses: part.flatMap(([keyId, { kind, usedAtMs }]) =>
      usedAtMs === undefined ? [] : [{ kind, keyId, usedAtMs }],
    ),
    usage: part.flatMap(([keyId, { counts }]) =>
      counts.map(({ day, ...calls }) => ({ keyId, date: dateOf(day), ...calls })),
    ),
  }
}
