import { ApiError } from '@jobboard/contracts/error'
import { MAX_TAGS_PER_CANDIDATE, MAX_TAGS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import type { Tx } from '@jobboard/db/sql'
import { failpoint } from '@jobboard/process/failpoint'
import {
  decrementUsage,
  deleteCandidateTag,
  getTag,
  incrementUsage,
  insertCandidateTag,
  type Tag,
} from './store.ts'

const full = (text: string) => new ApiError('invalid_state', `label: ${text}`)

/** Tags a candidate that this transaction has locked. D-27: a repeated assignment changes nothing and returns the same. */
export async function assignTag(
  sql: Tx,
  { employerId, candidateId }: { employerId: number; candidateId: number },
  label: string,
  now: Date,
): Promise<Tag> {
  const isNew = await insertCandidateTag(sql, employerId, candidateId, label, now)
  if (isNew === undefined)
    throw full(`the candidate has ${MAX_TAGS_PER_CANDIDATE} tags, the limit; remove one of them first.`)
  failpoint('tag-after-assignment')
  const tag = await (isNew ? incrementUsage : getTag)(sql, employerId, label)
  if (!tag)
    throw full(
      `you have ${MAX_TAGS_PER_EMPLOYER} different tags, the limit; use one of them, or remove one from all its candidates first.`,
    )
  return tag
}

/** Removes a tag from a candidate. Returns false when the candidate does not have it. */
export async function removeTag(
  sql: Tx,
  { employerId, candidateId }: { employerId: number; candidateId: number },
  label: string,
): Promise<boolean> {
  if (!(await deleteCandidateTag(sql, employerId, candidateId, label))) return false
  failpoint('tag-after-removal')
  await decrementUsage(sql, employerId, label)
  return true
}
