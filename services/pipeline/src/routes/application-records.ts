import * as endpoints from '@jobboard/contracts/internal/personal-data'
import { type Route, route } from '@jobboard/service/http/route'
import { listApplicationRecords } from '../store/application-record.ts'
import { toRecord } from '../wire/application-record.ts'

/** Read by candidate for the candidate's export (P-133). */
export const applicationRecordRoutes: Route[] = [
  route(endpoints.listApplicationRecords, async ({ sql, params, body }) => ({
    body: (await listApplicationRecords(sql, params.candidateId, body.applicationIds)).map(toRecord),
  })),
]
