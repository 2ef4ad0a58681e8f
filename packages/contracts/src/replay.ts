import { z } from 'zod'
import { upstreamNames } from './services.ts'
import { timestamp, wireTimestamp } from './text.ts'

/** Why a replay runs: an operator requested it, or the stream lost events that it had acknowledged. */
export const replayReasons = ['operator', 'stream_recreated', 'stream_restored'] as const
export type ReplayReason = (typeof replayReasons)[number]

/** What a replay publishes again: the events created since then (real clock). */
export const replayStart = z.object({ since: timestamp() })

/** A replay of one outbox; `remaining` is an upper bound, and 0 when it has finished. */
export const replay = z.object({
  replayId: z.string(),
  service: z.enum(upstreamNames),
  reason: z.enum(replayReasons),
  since: wireTimestamp(),
  requestedAt: wireTimestamp(),
  finishedAt: wireTimestamp().nullable(),
  published: z.int(),
  remaining: z.int(),
})
