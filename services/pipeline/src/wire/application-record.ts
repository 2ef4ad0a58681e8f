import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { listApplicationRecords } from '@jobboard/contracts/internal/personal-data'
import type { ApplicationRecord } from '../domain/application-record.ts'

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
