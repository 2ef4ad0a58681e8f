import { isDeepStrictEqual } from 'node:util'
import {
  type applicationCreated,
  applicationErased,
  applicationSubmitted,
  type submittedApplicationState,
} from '@jobboard/contracts/applications/events'
import type { Erased } from '@jobboard/contracts/candidates/events'
import { ApiError } from '@jobboard/contracts/error'
import type { DataOf } from '@jobboard/contracts/event'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent, appendEvents } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/process/failpoint'
import { currentTraceparent } from '@jobboard/process/tracing/span'
import { listErased } from '@jobboard/service/erasure/tombstone'
import { type AssessmentInput, type AssessmentResult, toAssessmentInput } from '../assessment/assessment.ts'
import type { assessByRubric } from '../assessment/rubric.ts'
import { insertAssessments, insertAssessmentTasks } from '../assessment/store.ts'
import { numberChanges } from '../status/store.ts'
import {
  type NewApplication,
  newApplication,
  type Submission,
  submittedFields,
  toErasedApplication,
  withoutPerson,
} from './application.ts'
import { completeRestored, getSubmission, insertApplications, listStoredIds } from './store.ts'
import { toErasedEvent, toSubmittedEvent } from './wire.ts'

/** A submission with what is computed of it before its transaction. */
interface Received {
  created: DataOf<typeof applicationCreated>
  input: AssessmentInput
  /** Undefined: a worker assesses it. */
  result: AssessmentResult | undefined
  traceparent: string | null
}

/** Assesses a submission (D-31), unless a worker does. */
export async function assessReceived(
  created: DataOf<typeof applicationCreated>,
  assess: typeof assessByRubric | undefined,
): Promise<Received> {
  const input = toAssessmentInput(created)
  return { created, input, result: await assess?.(input), traceparent: currentTraceparent() }
}

/** Stores submitted applications with their assessments, or with tasks for the worker, and publishes
 * `application.submitted` in the same transaction, so that a subscriber can read them. One that is stored already, or whose
 * candidate is erased, has a transaction of its own: several of which one is such throw. */
export async function receiveApplications(sql: Tx, received: Received[], now: Date): Promise<void> {
  const candidateIds = new Set(received.map(({ created }) => created.candidate.id))
  const isAlone = received.length === 1
  // Sent together, as all of several: on a busy machine an application waits longer for round trips than for their work.
  const reading = listErased(sql, [...candidateIds])
  const [erasures, stored] = isAlone
    ? await Promise.all([reading, listStoredIds(sql, [received[0]!.created.applicationId])])
    : [new Map<number, Erased>(), new Set<number>()]
  const arrived = received.map(({ created, ...rest }) => {
    const erased = erasures.get(created.candidate.id)
    const submission = newApplication(erased ? withoutPerson(created) : created)
    return { ...rest, submission, erased: erased && toErasedApplication(submission, erased, now) }
  })
  const applications = arrived.map(
    ({ submission, erased, result }) => erased ?? { ...submission, score: result?.score },
  )
  const inserting = stored.size > 0 ? new Set<number>() : insertApplications(sql, applications)
  const repeated = isAlone && (await inserting).size === 0 ? applications[0] : undefined
  if (repeated && !(await completeRestored(sql, repeated))) return assertSameContent(sql, repeated)

  const assessable = arrived.flatMap(({ submission, erased, ...rest }) =>
    erased ? [] : { ...rest, applicationId: submission.id },
  )
  const assessments = assessable.flatMap(({ applicationId, result }) =>
    result ? { ...result, applicationId, assessedAt: now } : [],
  )
  const unassessed = assessable.filter(({ result }) => !result)
  const assessed = [insertAssessments(sql, assessments), insertAssessmentTasks(sql, unassessed)]
  failpoint('application-after-assessment')
  const submitted = arrived.map(({ submission, erased, traceparent }) => ({
    ...toSubmittedEvent(erased ?? submission),
    traceparent,
  }))
  const erasedNow = repeated ? [] : arrived.flatMap(({ erased }) => erased ?? [])
  // Until the commit, other changes of the employers wait.
  const [inserted, erasedCandidates] = await Promise.all([
    inserting,
    reading,
    ...assessed,
    appendEvents(sql, applicationSubmitted, submitted),
    appendEvents(sql, applicationErased, erasedNow.map(toErasedEvent)),
    repeated && numberChanges(sql, [repeated]),
  ])
  if (!isAlone && erasedCandidates.size > 0) throw new Error('an application of an erased candidate')
  if (!isAlone && inserted.size < received.length) throw new Error('an application that is stored already')
}

/** Throws invalid_state when an application is stored with other content: a repetition changes nothing. */
async function assertSameContent(sql: Tx, application: NewApplication): Promise<void> {
  // Read again: an erasure that this transaction did not see can have stored it, and committed since.
  if ((await listErased(sql, [application.candidateId])).size > 0) return
  const differing = differingFields(await getSubmission(sql, application.id), application)
  if (differing.length === 0) return
  const text = `application ${application.id} is stored with other content: ${differing.join(', ')}`
  throw new ApiError('invalid_state', text)
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
  if ((await listStoredIds(sql, [state.applicationId])).size > 0) return
  const erased = (await listErased(sql, [state.candidate.id])).get(state.candidate.id)
  const { status, version, updatedAt, withdrawnAt, ...created } = erased ? withoutPerson(state) : state
  const restored = {
    ...newApplication(created),
    status,
    version,
    updatedAt: new Date(updatedAt),
    withdrawnAt: withdrawnAt ? new Date(withdrawnAt) : null,
  }
  const erasedApplication = erased && toErasedApplication(restored, erased, now)
  const inserted = await insertApplications(sql, [erasedApplication ?? restored], { isRestored: true })
  if (inserted.size === 0 || !erasedApplication) return
  await appendEvent(sql, applicationErased, toErasedEvent(erasedApplication))
}
