import type { Erased } from '@jobboard/contracts/events/erasure'
import { applicationSubmitted } from '@jobboard/contracts/events/pipeline'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { newApplication } from '../domain/application.ts'
import { erasedSubmissions } from '../domain/erased-application.ts'
import { insertApplication, numberChange } from '../store/application.ts'
import { deleteTagsOf, eraseApplications, eraseTexts } from '../store/erase.ts'
import { decrementUsage } from '../store/tag.ts'
import { toEvent } from '../wire/application.ts'

/** P-120: erases the person from the applications, which stay, and what recruiters wrote. Stores applications that have
 * not arrived, so that counts are true. Employers who follow the changes see each erased application (P-104). */
export async function eraseCandidate(sql: Tx, erased: Erased, now: Date): Promise<void> {
  const { candidateId, erasedAt } = erased
  const inserted: { id: number; employerId: number }[] = []
  for (const created of erasedSubmissions(erased)) {
    const application = newApplication(created)
    if (!(await insertApplication(sql, application))) continue
    const { id, employerId, version, appliedAt, applicationType } = application
    inserted.push({ id, employerId })
    await appendEvent(sql, applicationSubmitted, {
      aggregateId: id,
      aggregateVersion: version,
      occurredAt: appliedAt,
      data: { ...toEvent(application), appliedAt: appliedAt.toISOString(), applicationType },
    })
  }
  const changed = await eraseApplications(sql, candidateId, erasedAt)
  await eraseTexts(sql, candidateId, now)
  for (const { employerId, label } of await deleteTagsOf(sql, candidateId)) {
    await decrementUsage(sql, employerId, label)
  }
  const numbered = [...inserted, ...changed].toSorted((a, b) => a.employerId - b.employerId)
  for (const { employerId, id } of numbered) await numberChange(sql, employerId, id)
}
