import { ApiError } from '@jobboard/contracts/error'
import { searchCandidates } from '@jobboard/contracts/search/search'
import { linkButton, missingPart, notice, panel } from '@jobboard/html/blocks'
import { type Entered, field } from '@jobboard/html/field'
import { button, form } from '@jobboard/html/form'
import { type Html, html } from '@jobboard/html/html'
import { icon } from '@jobboard/html/icon'
import { errorsOf, type Refused, text } from '../../http/form.ts'
import {
  fragment,
  get,
  type Outcome,
  type Page,
  redirect,
  screen,
  type View,
  type Visit,
} from '../../http/page.ts'
import { newOperation } from '../../http/visit.ts'
import { optionsOf } from '../../kit/fields.ts'
import { copyable } from '../../peers/ask.ts'
import { noCredits, noneLeft, type Price, priceChanged, priceField, readPrice, spentBy } from './price.ts'
import {
  addressOf,
  type CheckedQuery,
  checkQuery,
  checkResult,
  fieldOf,
  keyOf,
  MAX_COUNTRIES,
  pageSizes,
  readSearch,
  refusedQuery,
  type SearchValues,
  valuesOf,
  valuesOfBody,
} from './query.ts'

export const roles = ['EmployerAdmin', 'Recruiter'] as const
const labels = {
  query: 'Query',
  countries: 'Countries',
  days: 'Active within days',
  size: 'Candidates per page',
}
const examples = [
  ['typescript postgres', 'both words'],
  ['python OR forklift', 'at least one of them'],
  ['postgres -python', 'the first without the second'],
  ['"machine learning" OR "data science"', 'words side by side'],
  ['(nurse OR doctor) AND norweg*', 'a group, and words that begin so'],
] as const
/** A query that every profile may be searched with: it asks for the price alone. */
const anySearch = { query: 'any', pageNumber: 1, pageSize: 1 }

interface Shown {
  values: SearchValues
  errors?: Refused['errors']
  status?: number
  checked?: CheckedQuery
}

/** The form of CV search, filled from its address, and the search itself. */
export const find: Page[] = [
  get('/search', roles, (visit) => showForm(visit, newOperation(), { values: valuesOf(visit.query) })),
  { method: 'POST', path: '/search', size: 'note', roles, handle: search },
  {
    // A GET would put queries that are being typed into logs of proxies, and could not take long ones.
    method: 'POST',
    path: '/search/check',
    size: 'note',
    roles,
    async handle({ form }) {
      const { query } = valuesOf(form)
      return fragment(checkResult(query, checkQuery(query)))
    },
  },
]

async function search(visit: Visit): Promise<Outcome> {
  const { form: sent, operation } = visit
  const values = valuesOf(sent)
  const read = readSearch(values)
  if ('errors' in read) return showForm(visit, operation, { values, errors: read.errors })
  const { body } = read
  const understood = valuesOfBody(body)
  if (text(sent, 'intent') === 'check') return redirect(addressOf('/search', understood))
  let spent: ReturnType<typeof spentBy>
  try {
    // Without a price, a search that costs anything is refused.
    const paying = { operation: keyOf(operation, body), maxCredits: Number(text(sent, 'price')) }
    spent = spentBy((await visit.asked(searchCandidates, { body }, paying)).headers, 'CvSearch')
  } catch (error) {
    return showForm(visit, operation, { values, ...refusalOf(error) })
  }
  return redirect(
    addressOf(`/search/results/${encodeURIComponent(operation)}`, understood),
    spent
      ? `The search cost ${spent.cost}; ${spent.left} left.`
      : 'This page was paid for before. Nothing was spent.',
  )
}

function refusalOf(error: unknown): Omit<Shown, 'values'> {
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'precondition_failed') return { status: 409 }
  if (error.code === 'no_credits') return { errors: { '': noneLeft('CvSearch') } }
  if (error.code !== 'invalid_query') return { errors: errorsOf(error, fieldOf) }
  const checked = refusedQuery(error.message)
  return { errors: { query: 'message' in checked ? checked.message : error.message }, checked }
}

/** The form with what was entered; 422 when something is wrong with it. */
async function showForm(visit: Visit, operation: string, { status, ...shown }: Shown): Promise<View> {
  const price = await readPrice(visit, 'CvSearch', searchCandidates, { body: anySearch })
  const errors = status === 409 && price ? { '': priceChanged(price) } : (shown.errors ?? {})
  const isRefused = status !== undefined || Object.keys(errors).length > 0
  return searchScreen(visit, {
    ...(isRefused && { refused: { action: '/search', values: {}, errors, labels } }),
    ...(status && { status }),
    body: searchForm(visit, operation, price, { ...shown, errors }),
  })
}

export function searchScreen(
  visit: Visit,
  shown: Pick<Parameters<typeof screen>[1], 'refused' | 'status' | 'body'> & { title?: string },
): View {
  return screen(visit, {
    title: 'CV search',
    heading: 'CV search',
    lead: 'Finds candidates by what their profiles say. Names and contact details stay hidden until you unlock a profile.',
    actions: linkButton({ href: '/search/unlocked', label: 'Unlocked profiles', icon: 'unlock' }),
    scripts: ['search.js'],
    ...shown,
  })
}

/** The form of a search with its price, and the help beside it. */
export function searchForm(
  { deps, csrf, calls }: Pick<Visit, 'deps' | 'csrf' | 'calls'>,
  operation: string,
  price: Price | undefined,
  { values, errors = {}, checked = checkQuery(values.query) }: Omit<Shown, 'status'>,
): Html {
  const read = readSearch(values)
  const body = 'body' in read ? read.body : anySearch
  const isPayable = price?.isAffordable === true
  calls.push(copyable(deps.env, searchCandidates, { body }))
  return html`<div class="jb-columns jb-columns-side">
      ${panel({
        body: [
          price ? null : missingPart({ service: 'search', what: 'The price of a search' }),
          price && !isPayable && notice({ tone: 'warning', body: noCredits(price) }),
          form({
            action: '/search',
            csrf,
            operation,
            submit: {
              label: price ? `Search for ${price.text}` : 'Search',
              icon: 'search',
              disabled: !isPayable,
            },
            body: fields({ values: { ...values }, errors }, checked, price),
          }),
        ],
      })}
      ${help(values, deps.env.PUBLIC_API_URL)}
  </div>`
}

function fields(entered: Entered, checked: CheckedQuery, price: Price | undefined): Html {
  return html`<div class="vstack gap-4">
    ${priceField(price)}
    ${field(entered, { type: 'textarea', name: 'query', label: labels.query, hint: 'Words and "quoted phrases" with AND, OR, NOT and parentheses.', rows: 3 })}
    <div class="vstack gap-2 align-items-start">
      <div id="query-check" class="w-100" data-check="/search/check" aria-live="polite">${checkResult(String(entered.values.query), checked)}</div>
      ${button({ label: 'Check, free', tone: 'secondary', icon: 'check', name: 'intent', value: 'check' })}
    </div>
    ${field(entered, { type: 'text', name: 'countries', label: labels.countries, hint: 'Names or codes with commas: Norway, SE. Empty: everywhere.', required: false, maxLength: MAX_COUNTRIES })}
    <div class="row row-cols-2 g-3 align-items-end">
      ${field(entered, { type: 'number', name: 'days', label: labels.days, hint: 'Empty: no limit.', required: false, min: 1, max: 36_500 })}
      ${field(entered, { type: 'select', name: 'size', label: labels.size, options: optionsOf(pageSizes.map(String)) })}
    </div>
    ${price?.isAffordable && html`<p class="jb-price d-flex gap-2 align-items-baseline p-3 rounded bg-body-secondary">${icon('credits')}<span>${price.text} for each page, also when nobody matches; ${price.left} left after it. Reloading a result and going back are free for 24 hours.</span></p>`}
  </div>`
}

function help(values: SearchValues, apiUrl: string): Html {
  return html`<aside class="vstack gap-3 small">
    <h2>How to write a query</h2>
    <ul class="list-unstyled vstack gap-2">
      ${examples.map(([query, meaning]) => {
        const href = addressOf('/search', { ...values, query, page: '1' })
        return html`<li class="vstack">
          <a class="px-2 py-1 rounded bg-body-secondary text-decoration-none" href=${href} aria-label=${`Fill in ${query}: ${meaning}`}><code>${query}</code></a>
          <span class="text-body-secondary">${meaning}</span>
        </li>`
      })}
    </ul>
    <p><a href=${`${apiUrl}/docs/guides/search-language`}>The whole search language${icon('external')}</a></p>
  </aside>`
}
