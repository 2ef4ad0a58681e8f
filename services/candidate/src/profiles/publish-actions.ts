import { profileChanged, profileState } from '@jobboard/contracts/candidates/events'
import { sandboxProfileChanged, sandboxProfileState } from '@jobboard/contracts/sandbox/events'
import type { Tx } from '@jobboard/db/sql'
import type { ByteOwner } from '@jobboard/events/publisher/byte-budget'
import { appendEvents } from '@jobboard/events/publisher/outbox'
import { stateSource, statesOf } from '@jobboard/service/resync/source'
import { type Candidate, toProfileChanged, toProfileEvent, toSandboxProfile } from './candidate.ts'
import { countCandidates, listCandidatesAfter } from './store.ts'

/** Publishes profiles after a change at `now`, those of sandboxes on their own subject. */
export async function publishProfiles(
  sql: Tx,
  candidates: readonly Candidate[],
  now: Date,
  chargedTo?: ByteOwner,
): Promise<void> {
  const charged = chargedTo ? { chargedTo } : {}
  const eventOf = (candidate: Candidate) => ({ ...toProfileEvent(candidate, now), ...charged })
  const live = candidates.filter(({ sandboxId }) => sandboxId === null)
  await appendEvents(sql, profileChanged, live.map(eventOf))
  const others = candidates.filter(({ sandboxId }) => sandboxId !== null)
  const ofSandboxes = others.map((candidate) => ({
    ...eventOf(candidate),
    data: toSandboxProfile(candidate),
  }))
  await appendEvents(sql, sandboxProfileChanged, ofSandboxes)
}

/** Every live profile as it is now; of a candidate who is not searchable, search stores only the version. */
export const profileStates = stateSource({
  type: profileState,
  count: (sql) => countCandidates(sql, 'live'),
  async read(sql, { after, limit, now }) {
    return statesOf(await listCandidatesAfter(sql, 'live', Number(after), limit), now, toProfileChanged)
  },
})

/** The same of every candidate of a sandbox. */
export const sandboxProfileStates = stateSource({
  type: sandboxProfileState,
  count: (sql) => countCandidates(sql, 'sandbox'),
  async read(sql, { after, limit, now }) {
    const candidates = await listCandidatesAfter(sql, 'sandbox', Number(after), limit)
    return statesOf(candidates, now, toSandboxProfile)
  },
})
