import { z } from 'zod'
import { serviceName } from './service-name.ts'
import { timestamp, wireTimestamp } from './text.ts'

/** Why a replay runs: an operator requested it, or the stream lost events that it had acknowledged. */
export const replayReasons = ['operator', 'stream_recreated', 'stream_restored'] as const
export type ReplayReason = (typeof replayReasons)[number]

/** What a replay publishes again: the events created since then (real clock). */
export const replayStart = z.object({
  since: timestamp().describe(
    'Events that were created at or after this time are published again; at most 14 days ago.',
  ),
})

/** A replay of one outbox; `remaining` is an upper bound, and 0 when it has finished. */
export const replay = z
  .object({
    replayId: z.string().describe('Id of the replay.'),
    service: serviceName,
    reason: z
      .enum(replayReasons)
      .describe('Why it runs: an operator requested it, or the stream of the service had lost events.'),
    since: wireTimestamp().describe('Events that were created from then on are published again.'),
    requestedAt: wireTimestamp().describe('When the replay was requested.'),
    finishedAt: wireTimestamp().nullable().describe('When it finished; null while it runs.'),
    published: z.int().describe('Events published so far.'),
    remaining: z.int().describe('Events still to publish, an upper bound; 0 when it has finished.'),
  })
  .describe('A replay of the events of one service, and its progress.')
