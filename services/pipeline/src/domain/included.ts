import type { listApplications } from '@jobboard/contracts/applications/endpoints'
import type { listTags } from '@jobboard/contracts/applications/tags'
import type { Profile } from '@jobboard/contracts/candidates/profile'
import type { Input, ResponseBody } from '@jobboard/contracts/endpoint'
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
