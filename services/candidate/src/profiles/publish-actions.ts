import { profileChanged } from '@jobboard/contracts/candidates/events'
import { sandboxProfileChanged } from '@jobboard/contracts/sandbox/events'
import type { Tx } from '@jobboard/db/sql'
import type { ByteOwner } from '@jobboard/events/publisher/byte-budget'
import { appendEvents } from '@jobboard/events/publisher/outbox'
import { type Candidate, toProfileEvent, toSandboxProfile } from './candidate.ts'

/** Publishes profiles after a change at `now`, those of sandboxes on their own subject. */
export async function publishProfiles(
  sql: Tx,
  candidates: readonly Candidate[],
  now: Date,
  chargedTo?: ByteOwner,
): Promise<void> {
  const charged = chargedTo ? { chargedTo } : {}
  const events = candidates.map((candidate) => ({
    candidate,
    event: { ...toProfileEvent(candidate, now), ...charged },
  }))
  const live = events.filter(({ candidate }) => candidate.sandboxId === null)
  const others = events.filter(({ candidate }) => candidate.sandboxId !== null)
  await appendEvents(
    sql,
    profileChanged,
    live.map(({ event }) => event),
  )
  const ofSandboxes = others.map(({ candidate, event }) => ({ ...event, data: toSandboxProfile(candidate) }))
  await appendEvents(sql, sandboxProfileChanged, ofSandboxes)
}
