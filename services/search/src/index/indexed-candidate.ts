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
