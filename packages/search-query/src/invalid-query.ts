/** A query that is refused, never repaired (D-41). `message` tells what to do and ends with the position:
 * the 0-based index, in UTF-16 code units of the query as it was sent, of the offending token. */
export class InvalidQuery extends Error {
  readonly position: number

  constructor(reason: string, position: number) {
    super(`${reason} (position ${position})`)
    this.name = 'InvalidQuery'
    this.position = position
  }
}
