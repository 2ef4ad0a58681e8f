import { ApiError } from '@jobboard/contracts/error'
import { searchCandidates } from '@jobboard/contracts/search/search'
import { linkButton, pageHead } from '../../html/blocks.ts'
import { type Entered, titleOf } from '../../html/field.ts'
import { html } from '../../html/html.ts'
import { money, number } from '../../html/values.ts'
import { errorsOf, text } from '../../http/form.ts'
import { fragment, type Outcome, redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { type CheckedQuery, checkQuery, checkResult, refusedQuery } from './check-query.ts'
import { agreedPrice, costReader, priceText, readPrice } from './price.ts'
import { anySearch, searchForm } from './search-form.ts'
import {
  addressOf,
  fieldOf,
  keyOf,
  readSearch,
  type SearchValues,
  valuesOf,
  valuesOfBody,
} from './search-values.ts'
import { texts } from './texts.ts'

const roles = ['EmployerAdmin', 'Recruiter'] as const

/** The form of CV search, filled from its address, and the search itself. */
export const find: Page[] = [
  {
    method: 'GET',
    path: '/search',
    roles,
    handle: (visit) => showForm(visit, { values: valuesOf(visit.query), operation: newOperation() }),
  },
  {
    method: 'POST',
    path: '/search',
    form: 'note',
    roles,
    async handle(visit) {
      const values = valuesOf(visit.form)
      const read = readSearch(values)
      if ('errors' in read) return showForm(visit, { values, errors: read.errors })
      const understood = valuesOfBody(read.body)
      if (text(visit.form, 'intent') === 'check') return redirect(addressOf('/search', understood))
      const spent = costReader()
      try {
        const operation = keyOf(visit.operation, read.body)
        const options = { operation, maxCredits: agreedPrice(visit.form), onHeaders: spent.onHeaders }
        await visit.ask(searchCandidates, { body: read.body }, options)
      } catch (error) {
        return refused(visit, values, error)
      }
      const { cost, left } = spent.spent()
      const notice = cost > 0 ? texts.spent(money(cost, 'CvSearch'), number(left)) : texts.nothingSpent
      return redirect(addressOf(`/search/results/${encodeURIComponent(visit.operation)}`, understood), notice)
    },
  },
  {
    // A GET would put queries that are being typed into logs of proxies, and could not take long ones.
    method: 'POST',
    path: '/search/check',
    form: 'note',
    roles,
    async handle({ form }) {
      const { query } = valuesOf(form)
      return fragment(checkResult(query, checkQuery(query)))
    },
  },
]

/** The form with what was entered; 422 when something is wrong with it. */
async function showForm(
  visit: Visit,
  {
    operation = visit.operation,
    status,
    ...shown
  }: {
    values: SearchValues
    errors?: Entered['errors']
    operation?: string
    status?: number
    checked?: CheckedQuery
  },
): Promise<Outcome> {
  const price = await readPrice(visit, 'CvSearch', searchCandidates, { body: anySearch })
  const changed = status === 409 && price ? { '': texts.priceChanged(priceText(price)) } : undefined
  const errors = changed ?? shown.errors ?? {}
  return view({
    title: titleOf(texts.title, { values: {}, errors }),
    status: status ?? (Object.keys(errors).length > 0 ? 422 : 200),
    scripts: ['search.js'],
    body: html`<div class="jb-stack">
      ${pageHead({
        title: texts.title,
        lead: texts.lead,
        actions: linkButton({ href: '/search/unlocked', label: texts.seeUnlocked, icon: 'unlock' }),
      })}
      ${searchForm(visit, { ...shown, errors, price, operation })}
    </div>`,
  })
}

/** The form with what search has refused. */
function refused(visit: Visit, values: SearchValues, error: unknown): Promise<Outcome> {
  if (!(error instanceof ApiError)) throw error
  switch (error.code) {
    case 'invalid_query': {
      const checked = refusedQuery(error.message)
      const message = 'message' in checked ? checked.message : error.message
      return showForm(visit, { values, errors: { query: message }, checked })
    }
    case 'precondition_failed':
      return showForm(visit, { values, status: 409 })
    case 'unavailable':
      // The same operation: if it ran, it is found again.
      return showForm(visit, { values, errors: { '': texts.noAnswer }, status: 503 })
    default:
      return showForm(visit, { values, errors: errorsOf(error, fieldOf) })
  }
}
