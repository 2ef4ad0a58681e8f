import { z } from 'zod'
import { subjects } from './membership.ts'
import {
  durationSchema,
  MAX_LIMIT,
  type RecordedDecision,
  requestIdSchema,
  type SlidingLog,
  windowNameSchema,
} from './sliding-log.ts'
import type { Transport } from './transport.ts'

/** Calls the owners of windows, and decides when other members call this one. */
export interface OwnerRpc {
  /** The decision of the owner; undefined when no response came within 25 ms. */
  take(owner: string, name: string, id: number): Promise<RecordedDecision | undefined>
  /** Whether the owner missed a deadline within the last 250 ms and has not responded since. */
  isUnresponsive(owner: string): boolean
  /** Resolves open calls with undefined. Calls of other members are still served until the connection closes. */
  stop(): void
}

const MAX_REQUESTS_PER_BATCH = 1_000
const batchNumber = z.int().positive()
// The batch number and, per request, the window name and the request id.
const requestBatch = z.tuple([
  batchNumber,
  z.array(z.tuple([windowNameSchema, requestIdSchema])).max(MAX_REQUESTS_PER_BATCH),
])
// Per request its id (0 when refused), remaining, retryAfterMs and resetMs.
const result = z.tuple([
  z.union([requestIdSchema, z.literal(0)]),
  z.int().min(0).max(MAX_LIMIT),
  durationSchema,
  durationSchema,
])
// The batch number, and the results in the order of the requests.
const responseBatch = z.tuple([batchNumber, z.array(result).max(MAX_REQUESTS_PER_BATCH)])
type Result = z.output<typeof result>

interface Batch {
  owner: string
  requests: [name: string, id: number][]
  resolves: ((decision: RecordedDecision | undefined) => void)[]
  timer?: NodeJS.Timeout
}

// The deadline of 25 ms is five timers of 5 ms: when this process was blocked longer than that, it reads the responses
// that arrived meanwhile before the next timer fires.
const STEP_MS = 5
const STEPS = 5
const UNRESPONSIVE_MS = 250

/** Sends all calls to one owner within one event-loop tick as one message. */
export function openOwnerRpc(transport: Transport, self: string, log: SlidingLog): OwnerRpc {
  const open = new Map<number, Batch>()
  const unsent = new Map<string, Batch>()
  const unresponsiveUntilMs = new Map<string, number>()
  let lastBatch = 0

  transport.subscribe(subjects.request(self), requestBatch, ([number, requests], from) => {
    const results = requests.map(([name, requestId]): Result => {
      const { id, remaining, retryAfterMs, resetMs } = log.take(name, requestId)
      return [id, remaining, retryAfterMs, resetMs]
    })
    transport.publish(subjects.response(from), [number, results])
  })
  transport.subscribe(subjects.response(self), responseBatch, ([number, results], from) => {
    // A late response too shows that the owner is alive.
    unresponsiveUntilMs.delete(from)
    if (open.get(number)?.owner === from) settle(number, results)
  })

  function settle(number: number, results: Result[]): void {
    const batch = open.get(number)
    if (!batch) return
    open.delete(number)
    clearTimeout(batch.timer)
    for (const [index, resolve] of batch.resolves.entries()) resolve(decisionOf(results[index]))
  }

  function send(batch: Batch): void {
    if (unsent.get(batch.owner) === batch) unsent.delete(batch.owner)
    const number = ++lastBatch
    open.set(number, batch)
    transport.publish(subjects.request(batch.owner), [number, batch.requests])
    awaitResponse(number, batch, STEPS)
  }

  function awaitResponse(number: number, batch: Batch, steps: number): void {
    if (steps === 0) giveUp(number, batch)
    else batch.timer = setTimeout(() => awaitResponse(number, batch, steps - 1), STEP_MS)
  }

  function giveUp(number: number, batch: Batch): void {
    unresponsiveUntilMs.set(batch.owner, performance.now() + UNRESPONSIVE_MS)
    settle(number, [])
  }

  function batchFor(owner: string): Batch {
    let batch = unsent.get(owner)
    if (!batch || batch.requests.length === MAX_REQUESTS_PER_BATCH) {
      const created: Batch = { owner, requests: [], resolves: [] }
      unsent.set(owner, created)
      setImmediate(() => send(created))
      batch = created
    }
    return batch
  }

  return {
    take(owner, name, id) {
      const { requests, resolves } = batchFor(owner)
      requests.push([name, id])
      return new Promise((resolve) => resolves.push(resolve))
    },
    isUnresponsive: (owner) => performance.now() < (unresponsiveUntilMs.get(owner) ?? 0),
    stop() {
      for (const [number, batch] of open) giveUp(number, batch)
    },
  }
}

function decisionOf(result: Result | undefined): RecordedDecision | undefined {
  if (!result) return undefined
  const [id, remaining, retryAfterMs, resetMs] = result
  return { ok: id > 0, id, remaining, retryAfterMs, resetMs }
}
