import type { OwnPlaces } from './places.ts'

/** What a person's texts must not show. Whatever is absent, null or empty is not looked for. */
export interface OwnDetails {
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  linkedInUrl?: string | null | undefined
  gitHubUrl?: string | null | undefined
  websiteUrl?: string | null | undefined
  street?: string | null | undefined
  /** Absent where city and country are shown. */
  places?: OwnPlaces | undefined
}
