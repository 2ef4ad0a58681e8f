import { applicationErased, applicationSubmitted } from '@jobboard/contracts/applications/events'
import type { Erased } from '@jobboard/contracts/candidates/events'
import type { Tx } from '@jobboard/db/sql'
import { appendEvents } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/process/failpoint'
import { decrementUsage } from '../tags/store.ts'
import { erasedSubmissions, newApplication, toErasedApplication } from './application.ts'
import { deleteTagsOf, eraseApplications, eraseTexts, lockUnerased } from './erase-store.ts'
import { insertApplications, listStoredIds } from './store.ts'
import { toErasedEvent, toSubmittedEvent } from './wire.ts'

/** Erases the person from the applications, which stay, and what recruiters wrote. Stores applications that have
 * not arrived, so that counts are true. Employers who follow the changes see each erased application, and
 * `application.erased` is published of each, once. */
export async function eraseCandidate(sql: Tx, erased: Erased, now: Date): Promise<void> {
  const { candidateId } = erased
  const unerased = await lockUnerased(sql, candidateId)
  // Read after those were locked: none of them is missing.
  const submissions = erasedSubmissions(erased)
  const stored = await listStoredIds(
    sql,
    submissions.map(({ applicationId }) => applicationId),
  )
  const missing = submissions
    .filter(({ applicationId }) => !stored.has(applicationId))
    .map((submission) => toErasedApplication(newApplication(submission), erased, now))
  const applications = unerased.map((application) => toErasedApplication(application, erased, now))
  await eraseApplications(sql, applications, erased)
  await eraseTexts(sql, candidateId, now)
  for (const { employerId, label } of await deleteTagsOf(sql, candidateId)) {
    await decrementUsage(sql, employerId, label)
  }
  const inserted = await insertApplications(sql, missing, { changed: applications })
  // One that was stored meanwhile is left to the second pass.
  const added = missing.filter(({ id }) => inserted.has(id))
  await appendEvents(sql, applicationSubmitted, added.map(toSubmittedEvent))
  const published = [...applications.filter(({ isNew }) => isNew), ...added]
  await appendEvents(sql, applicationErased, published.map(toErasedEvent))
  failpoint('erasure-after-event')
}
