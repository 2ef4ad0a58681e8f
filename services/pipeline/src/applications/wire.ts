import { createHash } from 'node:crypto'
import type { getApplication, listApplications } from '@jobboard/contracts/applications/endpoints'
import type { applicationErased } from '@jobboard/contracts/applications/events'
import type { listApplicationRecords } from '@jobboard/contracts/applications/internal'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { DataOf } from '@jobboard/contracts/event'
import { toAssessment } from '../assessment/assessment.ts'
import { toScorecard } from '../scorecards/scorecard.ts'
import { allowedTransitions, toEvent } from '../status/status.ts'
import type {
  Application,
  ApplicationRecord,
  ErasedApplication,
  IncludedObjects,
  ListedApplication,
  NewApplication,
} from './application.ts'

type Summary = ResponseBody<typeof listApplications>['items'][number]
type Time = 'appliedAt' | 'updatedAt' | 'withdrawnAt' | 'erasedAt'

/** A list row (Spec §4.2), with what was asked for of what belongs to it. */
export function toSummary(application: ListedApplication, included: IncludedObjects | undefined): Summary {
  return { ...application, ...toTimes(application), ...(included && { included: toIncluded(included) }) }
}

function toTimes({ appliedAt, updatedAt, withdrawnAt, erasedAt }: Pick<Application, Time>) {
  return {
    appliedAt: appliedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    erasedAt: erasedAt?.toISOString() ?? null,
  }
}

function toIncluded({ scorecards, assessment, ...rest }: IncludedObjects): Summary['included'] {
  return {
    ...rest,
    ...(scorecards !== undefined && { scorecards: scorecards?.map(toScorecard) ?? null }),
    ...(assessment !== undefined && { assessment: assessment && toAssessment(assessment) }),
  }
}

/** The detail (Spec §4.2). */
export function toDetail(application: Application): ResponseBody<typeof getApplication> {
  const { employerId, version, candidate, appliedAt, updatedAt, withdrawnAt, erasedAt, ...rest } = application
  const times = toTimes(application)
  return { ...rest, ...times, profile: candidate, allowedTransitions: allowedTransitions(application) }
}

/** The event of a stored application. */
export function toSubmittedEvent(application: NewApplication) {
  const { id, version, appliedAt, applicationType } = application
  return {
    aggregateId: id,
    aggregateVersion: version,
    occurredAt: appliedAt,
    data: { ...toEvent(application), appliedAt: appliedAt.toISOString(), applicationType },
  }
}

/** The event of an erased application. An erasure that is repeated after a restore from a backup has the same id, so
 * that receivers see it once. */
export function toErasedEvent(application: ErasedApplication) {
  const { id, version, updatedAt } = application
  const erasedAt = application.erasedAt.toISOString()
  return {
    id: uuidOf(`application.erased ${application.employerId} ${id} ${application.candidateId} ${erasedAt}`),
    aggregateId: id,
    aggregateVersion: version,
    occurredAt: updatedAt,
    data: { ...toEvent(application), erasedAt } satisfies DataOf<typeof applicationErased>,
  }
}

// RFC 9562 §5.8: a UUID of the first bytes of a hash.
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** A record with timestamps as on the wire: Postgres writes those inside JSON with an offset (D-09). */
export function toRecord(record: ApplicationRecord): ResponseBody<typeof listApplicationRecords>[number] {
  const { statusHistory, assessment, ...rest } = record
  return {
    ...rest,
    statusHistory: statusHistory.map((change) => ({ ...change, changedAt: toWire(change.changedAt) })),
    assessment: assessment && { ...assessment, assessedAt: toWire(assessment.assessedAt) },
  }
}

function toWire(timestamp: string): string {
  return new Date(timestamp).toISOString()
}
