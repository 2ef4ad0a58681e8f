/** A query that is refused, never repaired (D-41). `message` says what to do and ends with the position of the offending
 * token: a 0-based index in UTF-16 code units of the query as sent. */
export class InvalidQuery extends Error {
  readonly reason: string
  readonly position: number

  constructor(reason: string, position: number) {
    super(`${reason} (position ${position})`)
    this.name = 'InvalidQuery'
    this.reason = reason
    this.position = position
  }
}
