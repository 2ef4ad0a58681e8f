import { isDeepStrictEqual } from 'node:util'
import {
  type applicationCreated,
  applicationErased,
  applicationSubmitted,
  type submittedApplicationState,
} from '@jobboard/contracts/applications/events'
import { ApiError } from '@jobboard/contracts/error'
import type { DataOf } from '@jobboard/contracts/event'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/process/failpoint'
import { findErased } from '@jobboard/service/erasure/tombstone'
import type { Assessor } from '../assessment/assessor.ts'
import { toAssessmentInput } from '../assessment/input.ts'
import { insertAssessment, insertAssessmentTask } from '../assessment/store.ts'
import { numberChange } from '../status/store.ts'
import {
  newApplication,
  type Submission,
  submittedFields,
  toErasedApplication,
  withoutPerson,
} from './application.ts'
import { completeRestored, getSubmission, hasApplication, insertApplication } from './store.ts'
import { toErasedEvent, toSubmittedEvent } from './wire.ts'

/** Stores a submitted application with its assessment (D-31), or with a task for the worker when there is no `assessor`,
 * and publishes `application.submitted` in the same transaction, so that a subscriber can read it. A stored application
 * changes nothing; one that a resync restored gets the profile of its submission. Of an erased candidate the application
 * is stored without the person and its assessment, and `application.erased` is published too. Throws invalid_state when it is stored with other content. */
export async function receiveApplication(
  sql: Tx,
  created: DataOf<typeof applicationCreated>,
  { assessor, now }: { assessor: Assessor | undefined; now: Date },
): Promise<void> {
  const erased = await findErased(sql, created.candidate.id)
  const submission = newApplication(erased ? withoutPerson(created) : created)
  const erasedApplication = erased && toErasedApplication(submission, erased, now)
  const application = erasedApplication ?? submission
  const isInserted = await insertApplication(sql, application)
  if (!isInserted && !(await completeRestored(sql, application))) {
    // Read again: an erasure that this transaction did not see can have stored it, and committed since.
    if (await findErased(sql, created.candidate.id)) return
    const differing = differingFields(await getSubmission(sql, application.id), application)
    if (differing.length === 0) return
    const text = `application ${application.id} is stored with other content: ${differing.join(', ')}`
    throw new ApiError('invalid_state', text)
  }
  const { id } = application
  const input = toAssessmentInput(created)
  const result = !erased && (await assessor?.assess(input))
  const assess = () =>
    result ? insertAssessment(sql, id, { ...result, assessedAt: now }) : insertAssessmentTask(sql, id, input)
  const assessed = !erased && assess()
  failpoint('application-after-assessment')
  // Sent together; the number is last.
  await Promise.all([
    assessed,
    appendEvent(sql, applicationSubmitted, toSubmittedEvent(application)),
    isInserted && erasedApplication && appendEvent(sql, applicationErased, toErasedEvent(erasedApplication)),
    numberChange(sql, application.employerId, id),
  ])
}

/** The names of the fields in which two submissions of one application differ; of the profile, fields that both
 * have: a newer release may have added some. */
function differingFields(stored: Submission, received: Submission): string[] {
  const fields: string[] = submittedFields.filter((name) => !isDeepStrictEqual(stored[name], received[name]))
  const profile = Object.entries(received.candidate)
  const isSame = profile.every(([name, value]) => {
    const before = (stored.candidate as Record<string, unknown>)[name]
    return before === undefined || isDeepStrictEqual(before, value)
  })
  return isSame ? fields : [...fields, 'candidate']
}

/** Stores an application that is missing here, with the status that candidate has copied, and publishes nothing.
 * A stored application is never changed: pipeline owns its status. Of an erased candidate it is stored without the
 * person, and `application.erased` is published: what was lost may include it. */
export async function restoreApplication(
  sql: Tx,
  state: DataOf<typeof submittedApplicationState>,
  now: Date,
): Promise<void> {
  if (await hasApplication(sql, state.applicationId)) return
  const erased = await findErased(sql, state.candidate.id)
  const { status, version, updatedAt, withdrawnAt, ...created } = erased ? withoutPerson(state) : state
  const restored = {
    ...newApplication(created),
    status,
    version,
    updatedAt: new Date(updatedAt),
    withdrawnAt: withdrawnAt ? new Date(withdrawnAt) : null,
  }
  const erasedApplication = erased && toErasedApplication(restored, erased, now)
  if (!(await insertApplication(sql, erasedApplication ?? restored, true))) return
  if (erasedApplication) await appendEvent(sql, applicationErased, toErasedEvent(erasedApplication))
  await numberChange(sql, restored.employerId, restored.id)
}
