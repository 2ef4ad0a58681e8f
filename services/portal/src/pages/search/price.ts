import type { Endpoint } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { CreditKind } from '@jobboard/contracts/limits'
import { type Html, html } from '../../html/html.ts'
import { money, number } from '../../html/values.ts'
import type { FormData } from '../../http/form.ts'
import { text } from '../../http/form.ts'
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

/** The price that the form has shown; without one, a call that costs anything is refused. */
export function agreedPrice(form: FormData): number {
  const shown = text(form, 'price')
  return shown === '' ? 0 : Number(shown)
}

/** Receives what a call has cost, and what is left. */
export function costReader() {
  let spent: { cost: number; left: number } | undefined
  return {
    onHeaders(headers: Record<string, unknown>) {
      spent = {
        cost: Number(headers['x-credits-cost'] ?? 0),
        left: Number(headers['x-credits-remaining'] ?? 0),
      }
    },
    spent: () => spent ?? { cost: 0, left: 0 },
  }
}
