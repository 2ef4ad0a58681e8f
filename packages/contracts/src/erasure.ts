import { emptyProfile, type Profile } from './candidate.ts'
import type { UpstreamName } from './services.ts'

/** The services that hold data of candidates: each confirms that it has erased its part. */
export const erasingServices = [
  'candidate',
  'pipeline',
  'search',
  'webhook',
  'accounts',
] as const satisfies UpstreamName[]
export type ErasingService = (typeof erasingServices)[number]

/** The name of an erased candidate where a name is required. */
const ERASED_NAME = { firstName: 'Erased', lastName: 'candidate' } as const

/** The profile of an erased candidate: the id and nothing else about the person. `at` is the time of the
 * erasure, or of the application that carries the profile. */
export function erasedProfile(id: number, at: string): Profile {
  return {
    id,
    ...ERASED_NAME,
    email: '',
    ...emptyProfile,
    completeness: 0,
    createdAt: at,
    updatedAt: at,
  }
}
