const FIRST_MS = 1_000
const LONGEST_MS = 10_000
// Longer than a service drains (DRAIN_DELAY_MS): no request meets the closing of its port.
const LEAVING_MS = 10_000

/** A replica that responds 503 within this time is out of order. One that takes longer may be slow because of
 * the request itself, such as a search that timed out. */
export const OUT_OF_ORDER_MS = 1_000

/** Keeps requests away from a replica that fails: for 1 s, doubled with each failure in a row up to 10 s.
 * Then one trial request at a time, until one succeeds. */
export class Ejection {
  #failuresInRow = 0
  #failedAtMs = Number.NEGATIVE_INFINITY
  #untilMs = Number.NEGATIVE_INFINITY
  #trial: symbol | undefined

  isEjected(nowMs: number): boolean {
    return nowMs < this.#untilMs || this.#trial !== undefined
  }

  /** A request goes to this replica. After an ejection it is the trial, and others stay away until it succeeds or the
   * returned function is called. */
  chosen(nowMs: number): () => void {
    if (this.#failuresInRow === 0 || this.isEjected(nowMs)) return () => {}
    const trial = Symbol()
    this.#trial = trial
    return () => {
      if (this.#trial === trial) this.#trial = undefined
    }
  }

  /** The replica failed a request sent at that time. Several sent before the same failure count once. */
  failed(sentAtMs: number, nowMs: number): void {
    if (sentAtMs < this.#failedAtMs) return
    this.#failedAtMs = nowMs
    this.#untilMs = nowMs + Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#failuresInRow)
    this.#failuresInRow++
  }

  /** The replica stops: it responded, and serves no more than what is in flight. */
  left(nowMs: number): void {
    this.#failedAtMs = nowMs
    this.#untilMs = nowMs + LEAVING_MS
    this.#failuresInRow ||= 1
  }

  /** The replica responded to a request sent at that time. One sent before the latest failure proves
   * nothing. */
  succeeded(sentAtMs: number): void {
    if (this.#failuresInRow === 0 || sentAtMs < this.#failedAtMs) return
    this.#failuresInRow = 0
    this.#untilMs = Number.NEGATIVE_INFINITY
    this.#trial = undefined
  }
}
