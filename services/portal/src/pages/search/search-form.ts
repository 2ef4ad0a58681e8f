import { searchCandidates } from '@jobboard/contracts/search/search'
import { missingPart, notice, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field } from '../../html/field.ts'
import { button, form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { icon } from '../../html/icon.ts'
import type { Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { type CheckedQuery, checkQuery, checkResult } from './check-query.ts'
import { isAffordable, leftAfter, type Price, priceField, priceText } from './price.ts'
import { addressOf, MAX_COUNTRIES, pageSizes, readSearch, type SearchValues } from './search-values.ts'
import { texts } from './texts.ts'

/** A query that every profile may be searched with: it asks for the price alone. */
export const anySearch = { query: 'any', pageNumber: 1, pageSize: 1 }

/** The form of a search with its price, and the help beside it. */
export function searchForm(
  { deps, csrf }: Pick<Visit, 'deps' | 'csrf'>,
  {
    values,
    errors = {},
    price,
    operation,
    checked = checkQuery(values.query),
  }: {
    values: SearchValues
    errors?: Entered['errors']
    price: Price | undefined
    operation: string
    checked?: CheckedQuery
  },
): Html {
  const entered = { values: { ...values }, errors }
  const read = readSearch(values)
  const body = 'body' in read ? read.body : anySearch
  return html`<div class="jb-search">
    ${errorSummary(entered, texts.labels)}
    <div class="jb-search-columns">
      ${panel({
        title: texts.formTitle,
        body: [
          price ? null : missingPart({ service: 'search', what: texts.priceUnknown }),
          price && !isAffordable(price) && notice({ tone: 'warning', body: texts.noCredits(price.kind) }),
          form({
            action: '/search',
            csrf,
            operation,
            submit: {
              label: price ? texts.searchFor(priceText(price)) : texts.search,
              icon: 'search',
              disabled: !price || !isAffordable(price),
            },
            body: fields(entered, checked, price),
            call: copyable(deps.env, searchCandidates, { body }),
          }),
        ],
      })}
      ${help(values, deps.env.PUBLIC_API_URL)}
    </div>
  </div>`
}

function fields(entered: Entered, checked: CheckedQuery, price: Price | undefined): Html {
  const { labels } = texts
  const sizes = pageSizes.map((size) => ({ value: String(size), label: String(size) }))
  return html`<div class="jb-search-fields">
    ${priceField(price)}
    ${field(entered, { type: 'textarea', name: 'query', label: labels.query, hint: texts.queryHint, rows: 3 })}
    <div class="jb-query-check">
      <div id="query-check" data-check="/search/check" aria-live="polite">${checkResult(String(entered.values.query), checked)}</div>
      ${button({ label: texts.check, tone: 'secondary', icon: 'check', name: 'intent', value: 'check' })}
    </div>
    ${field(entered, { type: 'text', name: 'countries', label: labels.countries, hint: texts.countriesHint, required: false, maxLength: MAX_COUNTRIES })}
    <div class="jb-search-pair">
      ${field(entered, { type: 'number', name: 'days', label: labels.days, hint: texts.daysHint, required: false, min: 1, max: 36_500 })}
      ${field(entered, { type: 'select', name: 'size', label: labels.size, hint: null, options: sizes })}
    </div>
    ${price && isAffordable(price) && html`<p class="jb-price">${icon('credits')}<span>${texts.pricePerPage(priceText(price), leftAfter(price))}</span></p>`}
  </div>`
}

/** Examples that fill the form, and the guide. */
function help(values: SearchValues, apiUrl: string): Html {
  return html`<aside class="jb-search-help">
    <h2>${texts.helpTitle}</h2>
    <ul>
      ${texts.examples.map(([query, meaning]) => {
        const href = addressOf('/search', { ...values, query, page: '1' })
        return html`<li>
          <a href=${href} aria-label=${texts.exampleLabel(query, meaning)}><code>${query}</code></a>
          <span class="jb-muted">${meaning}</span>
        </li>`
      })}
    </ul>
    <p><a href=${`${apiUrl}/docs/guides/search-language`}>${texts.helpGuide}${icon('external')}</a></p>
  </aside>`
}
