import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { CreditKind } from '@jobboard/contracts/limits'
import { type Html, html } from '@jobboard/html/html'
import { credits, money, number } from '@jobboard/html/values'
import type { Visit } from '../../http/page.ts'
import { askPrice } from '../../http/visit.ts'
import type { AskInput } from '../../peers/ask.ts'

export interface Price {
  kind: CreditKind
  cost: number
  /** "1 CV search credit". */
  text: string
  /** How many credits are left when it is paid. */
  left: string
  isAffordable: boolean
  /** Its response is stored, and it costs nothing. */
  isPaid: boolean
}

/** The price of a call of CV search; undefined when search cannot be reached. Throws what else the call would throw. */
export async function readPrice<E extends Endpoint>(
  visit: Visit,
  kind: CreditKind,
  endpoint: E,
  input: AskInput<E>,
  operation?: string,
): Promise<Price | undefined> {
  const priceOf = (cost: number, balance: number, isPaid: boolean): Price => {
    const said = { text: money(cost, kind), left: number(balance - cost) }
    return { kind, cost, ...said, isAffordable: cost <= balance, isPaid }
  }
  return visit.part('search', async () => {
    try {
      const { credits, isReplay } = await askPrice(visit, endpoint, input, { operation })
      return priceOf(credits?.cost ?? 0, credits?.balance ?? 0, isReplay)
    } catch (error) {
      // The refusal has no numbers: the price of the contract, and nothing to pay it with.
      if (error instanceof ApiError && error.code === 'no_credits') return priceOf(1, 0, false)
      throw error
    }
  })
}

export function priceField(price: Price | undefined): Html {
  return html`<input type="hidden" name="price" value=${price?.cost ?? ''} />`
}

/** In place of the message of a refusal, which is written for keys. */
export const noneLeft = (kind: CreditKind) => `No ${credits(kind)} are left. Nothing was spent.`

export function noCredits({ kind }: Price): string {
  return `There are no ${credits(kind)} left. An admin of your employer, or your account manager, can get more; nothing is spent until then.`
}

export function priceChanged({ text }: Price): string {
  return `This now costs ${text}. Nothing was spent. Send it again if you agree.`
}

export function spentBy(
  headers: IncomingHttpHeaders,
  kind: CreditKind,
): { cost: string; left: string } | null {
  const cost = Number(headers['x-credits-cost'] ?? 0)
  return cost > 0
    ? { cost: money(cost, kind), left: number(Number(headers['x-credits-remaining'] ?? 0)) }
    : null
}
