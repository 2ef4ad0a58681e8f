import { ApiError } from '@jobboard/contracts/error'
import {
  MAX_NOTES_EVER_PER_CANDIDATE,
  MAX_NOTES_PER_CANDIDATE,
  MAX_SCORECARDS_PER_APPLICATION,
  MAX_TAGS_PER_CANDIDATE,
  MAX_TAGS_PER_EMPLOYER,
} from '@jobboard/contracts/limits'

const messages = {
  tagsOfCandidate: `label: the candidate has ${MAX_TAGS_PER_CANDIDATE} tags, the limit; remove one of them first.`,
  tagsOfEmployer: `label: you have ${MAX_TAGS_PER_EMPLOYER} different tags, the limit; use one of them, or remove one from all its candidates first.`,
  notes: `The candidate has ${MAX_NOTES_PER_CANDIDATE} notes of yours, the limit, or ${MAX_NOTES_EVER_PER_CANDIDATE} with the deleted ones; delete some of them first, or change one.`,
  scorecards: `The application has ${MAX_SCORECARDS_PER_APPLICATION} scorecards, the limit; delete one first, or replace one.`,
}

/** The refusal of one more of what has reached its limit. */
export function full(what: keyof typeof messages): ApiError {
  return new ApiError('invalid_state', messages[what])
}
