import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError, type ErrorCode } from '@jobboard/contracts/error'
import { searchCandidates } from '@jobboard/contracts/search/search'
import { empty, linkButton, notice, pageHead } from '../../html/blocks.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { number, userText } from '../../html/values.ts'
import { type Outcome, redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { isAffordable, leftAfter, type Price, priceField, priceText, readPrice } from './price.ts'
import { facetLists, hits } from './result-rows.ts'
import { searchForm } from './search-form.ts'
import {
  addressOf,
  keyOf,
  readSearch,
  type SearchBody,
  type SearchValues,
  valuesOf,
} from './search-values.ts'
import { texts } from './texts.ts'

type Found = ResponseBody<typeof searchCandidates>
const HELD_BACK: ReadonlySet<ErrorCode> = new Set(['precondition_failed', 'not_found', 'no_credits'])

/** A page of a search that is paid for: its stored response, so that reloading it and going back cost nothing. */
export const results: Page[] = [
  {
    method: 'GET',
    path: '/search/results/:operation',
    roles: ['EmployerAdmin', 'Recruiter'],
    async handle(visit) {
      const values = valuesOf(visit.query)
      const read = readSearch(values)
      if ('errors' in read) return redirect(addressOf('/search', values))
      const { body } = read
      const operation = visit.params.operation!
      const pageNumber = (body.pageNumber ?? 1) + 1
      const next = { ...body, pageNumber }
      const [found, price] = await Promise.all([
        readStored(visit, body, operation),
        readPrice(visit, 'CvSearch', searchCandidates, { body: next }, keyOf(operation, next)),
      ])
      return found ? showResult(visit, { found, values, operation, price }) : showGone(visit, values, price)
    },
  },
]

/** The stored response; undefined when there is none, because a GET never pays. */
async function readStored(visit: Visit, body: SearchBody, operation: string): Promise<Found | undefined> {
  try {
    return await visit.ask(searchCandidates, { body }, { operation: keyOf(operation, body), maxCredits: 0 })
  } catch (error) {
    if (error instanceof ApiError && HELD_BACK.has(error.code)) return undefined
    throw error
  }
}

function showGone(visit: Visit, values: SearchValues, price: Price | undefined): Outcome {
  const unpaid = price && { ...price, isPaid: false }
  return view({
    title: texts.goneTitle,
    status: 404,
    scripts: ['search.js'],
    body: html`<div class="jb-stack">
      ${pageHead({ title: texts.title, lead: texts.lead })}
      ${notice({ tone: 'info', title: texts.goneTitle, body: texts.gone })}
      ${searchForm(visit, { values, price: unpaid, operation: newOperation() })}
    </div>`,
  })
}

interface Shown {
  found: Found
  values: SearchValues
  operation: string
  /** Of the page after it. */
  price: Price | undefined
}

function showResult(visit: Visit, { found, values, operation, price }: Shown): Outcome {
  const change = addressOf('/search', { ...values, page: '1' })
  const title = texts.resultsTitle(number(found.total), found.total)
  const head = pageHead({
    title,
    lead: html`<code>${userText(values.query, { lines: 3 })}</code>`,
    actions: linkButton({ href: change, label: texts.change, icon: 'edit' }),
  })
  const body =
    found.items.length === 0 && found.total === 0
      ? empty({
          title: texts.nobodyTitle,
          text: texts.nobodyText,
          action: linkButton({ href: change, label: texts.change }),
        })
      : html`<div class="jb-results">
          <div class="jb-stack">
            ${hits(found.items, visit)} ${pages(visit, { found, values, operation, price })}
            <p class="jb-hint">${texts.asOf}</p>
          </div>
          ${facetLists(found.facets ?? {}, values, price)}
        </div>`
  return view({ title, body: html`<div class="jb-stack">${head}${body}</div>` })
}

/** The page before, which is paid for, and the page after, with its price. */
function pages(visit: Visit, { found, values, operation, price }: Shown): Html | null {
  const last = Math.ceil(found.total / found.pageSize)
  if (last <= 1) return null
  const path = `/search/results/${encodeURIComponent(operation)}`
  const addressOfPage = (page: number) => addressOf(path, { ...values, page: String(page) })
  const { page } = found
  return html`<nav class="jb-result-pages" aria-label=${texts.pageOf(number(page), number(last))}>
    <span class="jb-muted">${texts.pageOf(number(page), number(last))}</span>
    ${page > 1 && linkButton({ href: addressOfPage(page - 1), label: texts.previousPage(number(page - 1)), icon: 'previous' })}
    ${
      page < last &&
      (price?.isPaid
        ? linkButton({ href: addressOfPage(page + 1), label: texts.paidPage(number(page + 1)), icon: 'next' })
        : nextPage(visit, { ...values, page: String(page + 1) }, operation, price))
    }
  </nav>`
}

/** The same operation as this page: with another page in the body it is another search, and sent twice the same one. */
function nextPage(visit: Visit, values: SearchValues, operation: string, price: Price | undefined): Html {
  const isPayable = price !== undefined && isAffordable(price)
  return form({
    action: '/search',
    csrf: visit.csrf,
    operation,
    submit: {
      label: price ? texts.nextPage(number(Number(values.page)), priceText(price)) : texts.search,
      tone: 'secondary',
      icon: 'next',
      disabled: !isPayable,
    },
    body: html`<div>
      ${priceField(price)}
      ${Object.entries(values).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
      <span class="jb-hint">${price && (isPayable ? texts.leftAfter(leftAfter(price)) : texts.noCredits(price.kind))}</span>
    </div>`,
  })
}
