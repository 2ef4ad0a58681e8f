import { documentLinks } from '@jobboard/search-query/document'

/** What decides whether and where a candidate is found, as stored in Postgres. */
export interface IndexedCandidate {
  id: number
  /** `SearchDocument.body` */
  body: string
  countryNumber: number | null
  lastActiveAt: Date
  consentExpiresAt: Date | null
  careerStatus: string | null
}

/** A searchable candidate as stored in an outside index. */
export interface IndexDocument {
  id: number
  /** Distinct encoded words. */
  t: string[]
  /** Distinct links of words and pairs of links, as `documentLinks` returns them. */
  w: string[]
  /** ISO 3166-1 numeric; 0: none. */
  country: number
  /** Last activity, in milliseconds since 1970. */
  active: number
  /** End of the consent in the same unit; `NO_END` when it does not end. */
  consent: number
  status: string | null
}

/** `consent` of a candidate whose consent does not end. */
const NO_END = Number.MAX_SAFE_INTEGER

/** The index document of a searchable candidate. */
export function toIndexDocument(candidate: IndexedCandidate): IndexDocument {
  const { id, body, countryNumber, lastActiveAt, consentExpiresAt, careerStatus } = candidate
  return {
    id,
    t: [...new Set(body.split(/[|/]+/).filter(Boolean))],
    w: documentLinks(body),
    country: countryNumber ?? 0,
    active: lastActiveAt.getTime(),
    consent: consentExpiresAt?.getTime() ?? NO_END,
    status: careerStatus,
  }
}
