import { activityRecorded, profileChanged, profileState } from '@jobboard/contracts/candidates/events'
import type { DataOf } from '@jobboard/contracts/event'
import type { Tx } from '@jobboard/db/sql'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import { isErased } from '@jobboard/service/erasure/tombstone'
import { versionedName } from '../documents/document.ts'
import type { Documents } from '../documents/store.ts'
import { hasCandidate, lockCandidateAt, refreshCandidate, saveCandidate, saveLastActive } from './store.ts'

/** Saves the copy of a profile and its search document (D-42) in one transaction. Each tokeniser version consumes the
 * events itself, and so writes its own documents. */
export function candidateProfileConsumer(documents: Documents): Consumer {
  return consumer({
    name: versionedName('candidate_profile', documents.tokeniser.version),
    filter: 'evt.candidate.profile.>',
    events: [profileChanged],
    handle: (sql, { data }) => saveProfile(sql, documents, data),
  })
}

/** Restores the copies of profiles and their documents from a resync of candidate. */
export function profileStateConsumer(documents: Documents): Consumer {
  return consumer({
    name: versionedName('candidate_profile_state', documents.tokeniser.version),
    filter: 'state.candidate.profile.>',
    events: [profileState],
    async handle(sql, { data }) {
      const { id, version, isSearchable } = data
      const isStored = await hasCandidate(sql, id, version)
      // An activity does not raise the version of the profile, and older releases did not store the consent.
      if (isStored) await refreshCandidate(sql, id, data)
      if (isStored && (!isSearchable || (await documents.has(sql, id)))) return
      await saveProfile(sql, documents, data)
    },
  })
}

async function saveProfile(
  sql: Tx,
  documents: Documents,
  { isSearchable, consentExpiresAt, lastActiveAt, version, ...profile }: DataOf<typeof profileChanged>,
): Promise<void> {
  if (await isErased(sql, profile.id)) return
  const snapshot = { profile, isSearchable, consentExpiresAt, lastActiveAt, version }
  const isNewer = await saveCandidate(sql, snapshot)
  // A process of another tokeniser version may have saved this profile first, without the document of this version.
  if (!isNewer && !(await lockCandidateAt(sql, profile.id, version))) return
  if (isSearchable) await documents.put(sql, [{ id: profile.id, version, profile }])
  else await documents.remove(sql, profile.id)
}

/** Moves the last activity of a candidate (D-42), in whatever order it arrives with the profile. */
export const candidateActivityConsumer: Consumer = consumer({
  name: 'candidate_activity',
  filter: 'evt.candidate.activity.>',
  events: [activityRecorded],
  async handle(sql, { data: { candidateId, lastActiveAt } }) {
    if (!(await isErased(sql, candidateId))) await saveLastActive(sql, candidateId, lastActiveAt)
  },
})
