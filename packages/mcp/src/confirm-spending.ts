import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { JobBoard } from '@jobboard/sdk'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { type Extra, Refused } from './add-tool.ts'

/** What a call would cost, and the balance of that kind of credit before it. */
export interface Price {
  kind: string
  cost: number
  balance: number
}

/** The body of a search. */
export interface Search {
  query: string
  preferredCountryIds?: number[] | undefined
  activeWithinDays?: number | undefined
  pageNumber: number
  pageSize: number
  facets?: ('country' | 'careerStatus')[] | undefined
  matches?: boolean | undefined
}

const DRY_RUN = { prefer: 'dry-run' }

/** The price of a search; nothing is spent. Throws what the search would throw. */
export async function priceOfSearch(client: JobBoard, body: Search, signal: AbortSignal): Promise<Price> {
  return priceIn(await client.search.candidates(body, { signal, headers: DRY_RUN }).withResponse())
}

/** The price of reading a full profile, 0 within an unlock window; nothing is spent. */
export async function priceOfUnlock(
  client: JobBoard,
  candidateId: number,
  signal: AbortSignal,
): Promise<Price> {
  return priceIn(await client.search.unlock(candidateId, { signal, headers: DRY_RUN }).withResponse())
}

// With the preference the body is a DryRunResult, which the types of the operation do not have. An API that does not
// confirm the preference has carried the call out, so the estimate fails instead of reporting a price.
function priceIn({ data, headers }: { data: unknown; headers: Headers }): Price {
  if (!headers.get('preference-applied')?.split(', ').includes('dry-run')) {
    throw new Error('the API did not confirm the dry run; update the job board')
  }
  return (data as { credits: Price }).credits
}

const DECISION_MS = 300_000

/** Whether the client can ask its user by a form (MCP elicitation). */
export function canAskUser(server: McpServer): boolean {
  const elicitation = server.server.getClientCapabilities()?.elicitation
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/** Asks the user, through the client, to confirm a price. Throws Refused unless the user accepts within 5 minutes. The
 * question has no text of a candidate in it. */
export async function askUser(
  server: McpServer,
  { requestId, signal }: Extra,
  what: string,
  { kind, cost, balance }: Price,
): Promise<void> {
  const message = `${what} for ${cost} ${kind} credit${cost === 1 ? '' : 's'}? You have ${balance}.`
  const confirm = { type: 'boolean' as const, title: 'Spend the credit', description: message }
  const requestedSchema = { type: 'object' as const, properties: { confirm }, required: ['confirm'] }
  const options = { relatedRequestId: requestId, signal, timeout: DECISION_MS }
  const decision = await server.server
    .elicitInput({ message, requestedSchema }, options)
    .catch(() => undefined)
  if (decision?.action === 'accept' && decision.content?.confirm === true) return
  throw new Refused(
    'not_confirmed',
    'The user did not confirm; nothing was spent.',
    'Do not call the tool again unless the user asks for it.',
  )
}

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
