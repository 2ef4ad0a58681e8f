import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { CreditKind } from '@jobboard/contracts/limits'
import { type Html, html } from '../../html/html.ts'
import { money, number } from '../../html/values.ts'
import type { Visit } from '../../http/visit.ts'
import { type AskInput, askPrice } from '../../peers/ask.ts'

/** What a call costs now. `isPaid`: its response is stored, and it costs nothing. */
export interface Price {
  kind: CreditKind
  cost: number
  balance: number
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
  const options = { requestId: visit.request.id, ...(operation !== undefined && { operation }) }
  return visit.part('search', async () => {
    try {
      const { credits, isReplay } = await askPrice(visit.deps, visit.person, endpoint, input, options)
      return { kind, cost: credits?.cost ?? 0, balance: credits?.balance ?? 0, isPaid: isReplay }
    } catch (error) {
      // The refusal has no numbers: the price of the contract, and nothing to pay it with.
      if (error instanceof ApiError && error.code === 'no_credits') {
        return { kind, cost: 1, balance: 0, isPaid: false }
      }
      throw error
    }
  })
}

/** "1 CvSearch credit". */
export function priceText({ cost, kind }: Pick<Price, 'cost' | 'kind'>): string {
  return money(cost, kind)
}

/** How many credits are left when the price is paid. */
export function leftAfter({ cost, balance }: Price): string {
  return number(balance - cost)
}

export function isAffordable({ cost, balance }: Price): boolean {
  return cost <= balance
}

/** The field with which a form sends the price that it shows. */
export function priceField(price: Price | undefined): Html {
  return html`<input type="hidden" name="price" value=${price?.cost ?? ''} />`
}

export function noCredits({ kind }: Price): string {
  return `There are no ${kind} credits left. An admin of your employer, or your account manager, can get more; nothing is spent until then.`
}

export function priceChanged(price: Price): string {
  return `This now costs ${priceText(price)}. Nothing was spent. Send it again if you agree.`
}

/** What a call has cost, and what is left. */
export function spentBy(
  headers: IncomingHttpHeaders,
  kind: CreditKind,
): { cost: string; left: string } | null {
  const cost = Number(headers['x-credits-cost'] ?? 0)
  return cost > 0
    ? { cost: money(cost, kind), left: number(Number(headers['x-credits-remaining'] ?? 0)) }
    : null
}
