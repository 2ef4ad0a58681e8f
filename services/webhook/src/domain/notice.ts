/** A notice that a subscription was disabled after failures. */
export interface Notice {
  /** Part of the Message-ID, so that a mail that is sent twice can be recognised. */
  id: string
  subscriptionId: number
  employerId: number
  url: string
  reason: string
  disabledAt: Date
  /** With the one that is being made. */
  attempts: number
}

/** A failed attempt of a subscription. */
export interface FailedAttempt {
  startedAt: Date
  event: string
  statusCode: number | null
  error: string | null
}
