import * as endpoints from '@jobboard/contracts/applications/internal'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { type Route, route } from '@jobboard/service/http/route'
import { withdrawApplication } from '../actions/change-application-status.ts'
import type { ApplicationRecord } from '../domain/application-record.ts'
import { listApplicationRecords } from '../store/application-record.ts'
import { toWithdrawal } from '../wire/application.ts'

/** A record with timestamps as on the wire: Postgres writes those inside JSON with an offset (D-09). */
function toRecord(record: ApplicationRecord): ResponseBody<typeof endpoints.listApplicationRecords>[number] {
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

/** Called by candidate: for the candidate's export, and to withdraw an application. */
export const applicationRecordRoutes: Route[] = [
  route(endpoints.listApplicationRecords, async ({ sql, params, body }) => ({
    body: (await listApplicationRecords(sql, params.candidateId, body.applicationIds)).map(toRecord),
  })),
  route(endpoints.withdrawApplication, ({ params, body, now, commit }) =>
    commit(async (sql) => ({
      body: toWithdrawal(await withdrawApplication(sql, { ...params, ...body }, now)),
    })),
  ),
]
