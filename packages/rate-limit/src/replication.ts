import { z } from 'zod'
import { subjects } from './membership.ts'
import {
  durationSchema,
  MAX_LIMIT,
  requestIdSchema,
  type SlidingLog,
  windowNameSchema,
} from './sliding-log.ts'
import type { Transport } from './transport.ts'

/** Sends admitted requests to the owner of their window, and merges those that other members send. */
export interface Replication {
  /** Sends one request that was admitted just now. */
  replicate(owner: string, name: string, id: number): void
  /** Sends all requests of the window; nothing when this member is the owner. */
  replicateWindow(owner: string, name: string): void
}

// The window name and, per request, its id and its age in milliseconds. Ages, because the members' clocks differ.
const replicated = z.tuple([
  windowNameSchema,
  z.array(z.tuple([requestIdSchema, durationSchema])).max(MAX_LIMIT),
])
type Replicated = z.output<typeof replicated>

/** Replicates over `transport` and merges into `log`; `onMerged` gets how many requests of a window were new. */
export function openReplication(
  transport: Transport,
  self: string,
  log: SlidingLog,
  nowMs: () => number,
  onMerged: (name: string, added: number) => void,
): Replication {
  const merge = ([name, entries]: Replicated) => {
    const now = nowMs()
    const added = log.merge(
      name,
      entries.map(([id, ageMs]) => ({ id, atMs: now - ageMs })),
    )
    onMerged(name, added)
  }
  transport.subscribe(subjects.replicate(self), replicated, merge)

  const send = (owner: string, message: Replicated) => transport.publish(subjects.replicate(owner), message)

  return {
    replicate: (owner, name, id) => send(owner, [name, [[id, 0]]]),
    replicateWindow(owner, name) {
      if (owner === self) return
      const entries = log.read(name)
      const now = nowMs()
      if (entries.length > 0) send(owner, [name, entries.map(({ id, atMs }) => [id, now - atMs])])
    },
  }
}
