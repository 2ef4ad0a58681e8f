import type { Profile } from '@jobboard/contracts/candidate'
import type { Input, ResponseBody } from '@jobboard/contracts/endpoint'
import type { listApplications } from '@jobboard/contracts/endpoints/application-lists'
import type { listTags } from '@jobboard/contracts/endpoints/tags'
import type { StoredAssessment } from './assessment/assessor.ts'
import type { Scorecard } from './scorecard.ts'

/** What a list returns with each application. */
export type Include = NonNullable<Input<typeof listApplications>['query']['include']>

/** What belongs to an application; only what was asked for. */
export interface IncludedObjects {
  tags?: ResponseBody<typeof listTags>
  /** Null where they do not fit into the response. */
  scorecards?: Scorecard[] | null
  assessment?: StoredAssessment | null
  address?: Address
}

/** Where a candidate lived at the time of applying. */
export type Address = Pick<Profile, 'street' | 'city' | 'region' | 'postalCode' | 'country'>
