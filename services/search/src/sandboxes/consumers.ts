import type { DataOf } from '@jobboard/contracts/event'
import { sandboxProfileChanged, sandboxProfileState } from '@jobboard/contracts/sandbox/events'
import type { Tx } from '@jobboard/db/sql'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import { isErased } from '@jobboard/service/erasure/tombstone'
import { isRetired } from '@jobboard/service/sandbox/retired-store'
import type { Tokeniser } from '../documents/document.ts'
import { putSandboxDocuments, saveSandboxCandidate } from './store.ts'

/** Copies the profiles of candidates of sandboxes, with their documents. One durable for all tokeniser versions: a version whose
 * process did not handle a change makes its document before its next search. */
export function sandboxConsumers(tokeniser: Tokeniser): Consumer[] {
  const handle = (sql: Tx, { data }: { data: DataOf<typeof sandboxProfileChanged> }) =>
    saveProfile(sql, tokeniser, data)
  return [
    consumer({
      name: 'sandbox_profile',
      filter: 'evt.candidate.sandbox_profile.>',
      events: [sandboxProfileChanged],
      handle,
    }),
    consumer({
      name: 'sandbox_profile_state',
      filter: 'state.candidate.sandbox_profile.>',
      events: [sandboxProfileState],
      handle,
    }),
  ]
}

async function saveProfile(
  sql: Tx,
  tokeniser: Tokeniser,
  {
    sandboxId,
    isSearchable,
    consentExpiresAt,
    lastActiveAt,
    version,
    ...profile
  }: DataOf<typeof sandboxProfileChanged>,
): Promise<void> {
  if ((await isErased(sql, profile.id)) || (await isRetired(sql, sandboxId))) return
  const snapshot = { profile, isSearchable, consentExpiresAt, lastActiveAt, version }
  const isNewer = await saveSandboxCandidate(sql, sandboxId, snapshot)
  if (isNewer && isSearchable)
    await putSandboxDocuments(sql, tokeniser, [{ id: profile.id, version, profile }])
}
