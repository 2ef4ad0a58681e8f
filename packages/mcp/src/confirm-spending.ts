import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { JobBoard } from '@jobboard/sdk'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { Refused } from './add-tool.ts'

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

/** A call that spends credits: its name and arguments. */
export interface Operation {
  name: string
  args: object
}

/** What a token confirms: one operation, as its hash, at a cost in credits. */
export interface Confirmation {
  id: string
  operation: string
  cost: number
}

const LIFETIME_S = 600
const SECRET = randomBytes(32)

/** The confirm tokens of one API key, valid for 10 minutes in this process. */
export class Confirmations {
  /** False for a key of a sandbox, whose credits cost nothing. */
  readonly isNeeded: boolean
  readonly #codec: RequestStateCodec<Confirmation>

  constructor(apiKey: string, secret: Uint8Array = SECRET) {
    this.isNeeded = !apiKey.startsWith('pk_test_')
    this.#codec = createRequestStateCodec({ key: secret, ttlSeconds: LIFETIME_S, bind: () => apiKey })
  }

  /** A token for this operation at this cost in credits. */
  issue(operation: Operation, cost: number, context: ServerContext): Promise<string> {
    return this.#codec.mint({ id: randomUUID(), operation: hash(operation), cost }, context)
  }

  /** What a token confirms. Rejects for an expired or a false token. */
  readonly verify = (token: string, context: ServerContext): Promise<Confirmation> =>
    this.#codec.verify(token, context)

  /** What a token confirms of exactly this operation; undefined for another, an expired or a false token. */
  async read(operation: Operation, token: string, context: ServerContext): Promise<Confirmation | undefined> {
    const confirmation = await this.verify(token, context).catch(() => undefined)
    return confirmation?.operation === hash(operation) ? confirmation : undefined
  }

  /** Undefined when the user has accepted this operation at this cost or a higher one; until then the question to the
   * user, which has no text of a candidate in it. Throws Refused when the user declines. */
  async ask(operation: Operation, what: string, price: Price, context: ServerContext): Promise<Question> {
    const answer = inputResponse(context.mcpReq.inputResponses, 'confirm')
    const asked = context.mcpReq.requestState<Confirmation>()
    if (answer.kind === 'elicit') {
      if (answer.action !== 'accept' || answer.content?.confirm !== true) throw notConfirmed()
      if (asked?.operation === hash(operation) && asked.cost >= price.cost) return undefined
    }
    const { kind, cost, balance } = price
    const message = `${what} for ${cost} ${kind} credit${cost === 1 ? '' : 's'}? You have ${balance}.`
    const confirm = { type: 'boolean' as const, title: 'Spend the credit', description: message }
    const requestedSchema = { type: 'object' as const, properties: { confirm }, required: ['confirm'] }
    return inputRequired({
      inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema }) },
      requestState: await this.issue(operation, cost, context),
    })
  }
}

type Question = InputRequiredResult | undefined

function notConfirmed(): Refused {
  return new Refused(
    'not_confirmed',
    'The user did not confirm; nothing was spent.',
    'Do not call the tool again unless the user asks for it.',
  )
}

function hash({ name, args }: Operation): string {
  const entries = Object.entries(args).filter(([, value]) => value !== undefined)
  const text = JSON.stringify([name, entries.sort(([a], [b]) => (a < b ? -1 : 1))])
  return createHash('sha256').update(text).digest('base64url')
}

/** Whether the client can ask its user by a form: a client of 2026-07-28 says so with each request, an older one with
 * `initialize`. */
export function canAskUser({ server }: McpServer, { mcpReq }: ServerContext): boolean {
  // The library's type of the envelope has no members.
  const envelope: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } = mcpReq.envelope ?? {}
  const { elicitation } = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {}
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}
