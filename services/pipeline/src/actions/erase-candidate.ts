import { applicationErased, applicationSubmitted } from '@jobboard/contracts/applications/events'
import type { Erased } from '@jobboard/contracts/candidates/events'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent, appendEvents } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/process/failpoint'
import { newApplication } from '../domain/application.ts'
import { erasedSubmissions, toErasedApplication } from '../domain/erased-application.ts'
import { insertApplication, numberChange } from '../store/application.ts'
import { deleteTagsOf, eraseApplications, eraseTexts, lockUnerased } from '../store/erase.ts'
import { decrementUsage } from '../store/tag.ts'
import { toErasedEvent, toEvent } from '../wire/application.ts'

/** Erases the person from the applications, which stay, and what recruiters wrote. Stores applications that have
 * not arrived, so that counts are true. Employers who follow the changes see each erased application, and
 * `application.erased` is published of each, once. */
export async function eraseCandidate(sql: Tx, erased: Erased, now: Date): Promise<void> {
  const { candidateId } = erased
  for (const created of erasedSubmissions(erased)) {
    const application = newApplication(created)
    if (!(await insertApplication(sql, application))) continue
    const { id, version, appliedAt, applicationType } = application
    await appendEvent(sql, applicationSubmitted, {
      aggregateId: id,
      aggregateVersion: version,
      occurredAt: appliedAt,
      data: { ...toEvent(application), appliedAt: appliedAt.toISOString(), applicationType },
    })
  }
  const unerased = await lockUnerased(sql, candidateId)
  const applications = unerased.map((application) => toErasedApplication(application, erased, now))
  await eraseApplications(sql, applications, erased)
  const published = applications.filter(({ isNew }) => isNew)
  await appendEvents(sql, applicationErased, published.map(toErasedEvent))
  failpoint('erasure-after-event')
  await eraseTexts(sql, candidateId, now)
  for (const { employerId, label } of await deleteTagsOf(sql, candidateId)) {
    await decrementUsage(sql, employerId, label)
  }
  const numbered = applications.toSorted((a, b) => a.employerId - b.employerId || a.id - b.id)
  for (const { employerId, id } of numbered) await numberChange(sql, employerId, id)
}
