/** An answer of the platform in place of a receiver; without a status there is none, as after the time-out. */
export interface SimulatedAnswer {
  statusCode: number | null
  delayMs: number
}
