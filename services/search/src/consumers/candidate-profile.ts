import type { DataOf } from '@jobboard/contracts/event'
import { profileChanged, profileState } from '@jobboard/contracts/events/candidate'
import type { Tx } from '@jobboard/db/sql'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import { toSearchDocument } from '@jobboard/search-query/document'
import { searchableTexts } from '../domain/searchable-texts.ts'
import type { Engine } from '../engine/engine.ts'
import { saveCandidate } from '../store/candidate.ts'
import { insertVocabulary } from '../store/vocabulary.ts'

type Published = DataOf<typeof profileChanged>

/** Saves the copy of a profile and its search document (D-42) in one transaction. */
export function candidateProfileConsumer(engine: Engine): Consumer {
  return consumer({
    name: 'candidate_profile',
    filter: 'evt.candidate.profile.>',
    events: [profileChanged],
    handle: (sql, { data }) => saveProfile(sql, engine, data),
  })
}

/** Restores the copies of profiles from a resync of candidate. */
export function profileStateConsumer(engine: Engine): Consumer {
  return consumer({
    name: 'candidate_profile_state',
    filter: 'state.candidate.profile.>',
    events: [profileState],
    handle: (sql, { data }) => saveProfile(sql, engine, data),
  })
}

async function saveProfile(
  sql: Tx,
  engine: Engine,
  { isSearchable, lastActiveAt, version, ...profile }: Published,
): Promise<void> {
  if (!(await saveCandidate(sql, { profile, isSearchable, lastActiveAt, version }))) return
  if (!isSearchable) return engine.remove(sql, profile.id)
  const document = toSearchDocument(searchableTexts(profile))
  if (await engine.put(sql, profile.id, document)) await insertVocabulary(sql, document.terms)
}
