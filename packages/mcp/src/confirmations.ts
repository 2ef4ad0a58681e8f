import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A call that spends credits: its name and arguments. */
export interface Operation {
  name: string
  args: object
}

const LIFETIME_MS = 600_000

/** The confirm tokens of one session: each names one operation and its cost, and is valid for 10 minutes. */
export class Confirmations {
  readonly #secret = randomBytes(32)
  readonly #now: () => number

  /** `now` returns milliseconds since 1970. */
  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** A token for this operation at this cost in credits. */
  issue(operation: Operation, cost: number): string {
    const claims = `${this.#now() + LIFETIME_MS}.${cost}.${randomBytes(9).toString('base64url')}`
    return `${claims}.${this.#mac(operation, claims)}`
  }

  /** The cost that a token confirms for exactly this operation; undefined for another, an expired or a false token. */
  confirmedCost(operation: Operation, token: string): number | undefined {
    const end = token.lastIndexOf('.')
    const claims = token.slice(0, Math.max(0, end))
    const given = Buffer.from(token.slice(end + 1))
    const expected = Buffer.from(this.#mac(operation, claims))
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    const [expiresAt, cost] = claims.split('.').map(Number)
    return expiresAt! > this.#now() ? cost : undefined
  }

  #mac({ name, args }: Operation, claims: string): string {
    const entries = Object.entries(args).filter(([, value]) => value !== undefined)
    const text = JSON.stringify([claims, name, entries.sort(([a], [b]) => (a < b ? -1 : 1))])
    return createHmac('sha256', this.#secret).update(text).digest('base64url')
  }
}
