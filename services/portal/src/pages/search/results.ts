import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { type CandidateFacets, searchCandidates } from '@jobboard/contracts/search/search'
import { badge, empty, linkButton, notice } from '@jobboard/html/blocks'
import { form } from '@jobboard/html/form'
import { type Html, html } from '@jobboard/html/html'
import { icon } from '@jobboard/html/icon'
import { money, number, userText, when } from '@jobboard/html/values'
import { type Area, get, type Outcome, redirect, screen, type Visit } from '../../http/page.ts'
import { newOperation } from '../../http/visit.ts'
import { careers, countryName, locationOf } from '../../parts/facts.ts'
import { orNone } from '../../peers/ask.ts'
import { candidatePages, candidatePath } from './candidate.ts'
import { find, roles, searchForm, searchScreen } from './find.ts'
import { type Highlighter, openHighlighter } from './highlight.ts'
import { noCredits, type Price, priceField, readPrice } from './price.ts'
import { experience } from './profile.ts'
import { addressOf, keyOf, readSearch, type SearchBody, type SearchValues, valuesOf } from './query.ts'

type Found = ResponseBody<typeof searchCandidates>

/** A page of a search that is paid for: its stored response, so that reloading it and going back cost nothing. */
async function showStored(visit: Visit): Promise<Outcome> {
  const values = valuesOf(visit.query)
  const read = readSearch(values)
  if ('errors' in read) return redirect(addressOf('/search', values))
  const { body } = read
  const operation = visit.params.operation!
  const next = { ...body, pageNumber: (body.pageNumber ?? 1) + 1 }
  const [found, price] = await Promise.all([
    readStored(visit, body, operation),
    readPrice(visit, 'CvSearch', searchCandidates, { body: next }, keyOf(operation, next)),
  ])
  return found ? showResult(visit, { found, values, operation, price }) : showGone(visit, values, price)
}

/** The stored response; undefined when there is none, because a GET never pays. */
function readStored(visit: Visit, body: SearchBody, operation: string): Promise<Found | undefined> {
  const reading = visit.ask(searchCandidates, { body }, { operation: keyOf(operation, body), maxCredits: 0 })
  return orNone(reading, 'precondition_failed', 'not_found', 'no_credits')
}

function showGone(visit: Visit, values: SearchValues, price: Price | undefined): Outcome {
  const title = 'This result is not here any more'
  return searchScreen(visit, {
    title,
    status: 404,
    body: [
      notice({
        tone: 'info',
        title,
        body: 'A page is kept for 24 hours after it was paid for, and until one of its candidates is erased. Nothing was spent by opening this address.',
      }),
      searchForm(visit, newOperation(), price, { values }),
    ],
  })
}

interface Shown {
  found: Found
  values: SearchValues
  operation: string
  /** Of the page after it. */
  price: Price | undefined
}

function showResult(visit: Visit, shown: Shown): Outcome {
  const { found, values, price } = shown
  const { items, total, facets = {} } = found
  const change = { href: addressOf('/search', { ...values, page: '1' }), label: 'Change the search' }
  return screen(visit, {
    title: `${number(total)} ${total === 1 ? 'candidate' : 'candidates'}`,
    lead: html`<code>${userText(values.query, { lines: 3 })}</code>`,
    actions: linkButton({ ...change, icon: 'edit' }),
    body:
      items.length === 0 && total === 0
        ? empty({
            title: 'Nobody matches',
            text: 'Try fewer words, OR in place of AND, a beginning such as engineer*, or no country. Each further search costs a credit too.',
            action: linkButton(change),
          })
        : html`<div class="jb-columns jb-columns-side">
            <div class="vstack gap-4">
              ${hits(items, visit)} ${pages(visit, shown)}
              <p class="form-text mt-0">As it was when the search ran. To see later changes, search again.</p>
            </div>
            ${facetLists(facets, values, price)}
          </div>`,
  })
}

/** The page before, which is paid for, and the page after, with its price. */
function pages(visit: Visit, { found, values, operation, price }: Shown): Html | null {
  const last = Math.ceil(found.total / found.pageSize)
  if (last <= 1) return null
  const path = `/search/results/${encodeURIComponent(operation)}`
  const addressOfPage = (page: number) => addressOf(path, { ...values, page: String(page) })
  const { page } = found
  const here = `Page ${number(page)} of ${number(last)}`
  return html`<nav class="jb-result-pages hstack flex-wrap gap-3" aria-label=${here}>
    <span class="text-body-secondary">${here}</span>
    ${page > 1 && linkButton({ href: addressOfPage(page - 1), label: `Page ${number(page - 1)}`, icon: 'previous' })}
    ${
      page < last &&
      (price?.isPaid
        ? linkButton({ href: addressOfPage(page + 1), label: `Page ${number(page + 1)}, paid`, icon: 'next' })
        : nextPage(visit, { ...values, page: String(page + 1) }, operation, price))
    }
  </nav>`
}

/** The same operation as this page: with another page in the body it is another search, and sent twice the same one. */
function nextPage(visit: Visit, values: SearchValues, operation: string, price: Price | undefined): Html {
  const isPayable = price?.isAffordable === true
  return form({
    action: '/search',
    csrf: visit.csrf,
    operation,
    submit: {
      label: price ? `Page ${number(Number(values.page))} for ${price.text}` : 'Search',
      tone: 'secondary',
      icon: 'next',
      disabled: !isPayable,
    },
    body: html`<div>
      ${priceField(price)}
      ${Object.entries(values).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
      <span class="form-text mt-0">${price && (isPayable ? `${price.left} left after it.` : noCredits(price))}</span>
    </div>`,
  })
}

const sectionNames = {
  headline: 'headline',
  skills: 'skills',
  summary: 'summary',
  languages: 'languages',
  employmentHistory: 'positions',
  education: 'education',
}

type Item = ResponseBody<typeof searchCandidates>['items'][number]
const MAX_SKILLS = 12
const MAX_TERMS = 10

/** The candidates of a page: what is not hidden, and what of it matched. */
function hits(items: readonly Item[], visit: Visit): Html {
  const highlighter = openHighlighter()
  return html`<ol class="jb-hits list-unstyled vstack gap-2">
    ${items.map((item) => html`<li class="card p-3">${hit(item, visit, highlighter)}</li>`)}
  </ol>`
}

function hit(item: Item, { zone, now, request }: Visit, highlighter: Highlighter): Html {
  const { name, headline, isUnlocked, careerStatus, matches = [] } = item
  const facts = [locationOf(item), experience(item.yearsOfExperience), careerStatus && careers[careerStatus]]
  const pieces = headline ? highlighter.highlight(headline, highlighter.termsIn(matches, 'headline')) : []
  return html`<article class="vstack gap-2">
    <header class="hstack flex-wrap gap-2">
      <h2><a href=${candidatePath(item.candidateId, request.url)}>${userText(name, { lines: 1 })}</a></h2>
      ${isUnlocked && badge({ text: 'Unlocked', tone: 'success' })}
      <span class="ms-auto text-body-secondary">Active ${when(item.lastActiveAt, zone, 'relative', now)}</span>
    </header>
    ${headline && html`<p><span dir="auto" class="jb-text jb-lines-2">${pieces.map(({ text, isMatch }) => (isMatch ? html`<mark>${text}</mark>` : text))}</span></p>`}
    <p class="d-flex flex-wrap column-gap-3 small text-body-secondary">${facts.filter(Boolean).map((fact) => html`<span dir="auto">${fact}</span>`)}</p>
    ${skills(item, highlighter)}
    <p class="d-flex gap-2 align-items-baseline small text-body-secondary">${icon('search')}<span>${matched(matches)}</span></p>
  </article>`
}

/** Those that matched first. */
function skills({ skills: all, matches = [] }: Item, { termsIn, contains }: Highlighter): Html | null {
  if (all.length === 0) return null
  const terms = termsIn(matches, 'skills')
  const rated = all.map((text) => ({ text, isMatch: contains(text, terms) }))
  const shown = rated.toSorted((a, b) => Number(b.isMatch) - Number(a.isMatch)).slice(0, MAX_SKILLS)
  return html`<ul class="list-unstyled hstack flex-wrap gap-1">
    ${shown.map(({ text, isMatch }) => html`<li>${isMatch ? html`<mark class="badge rounded-pill" dir="auto">${text}</mark>` : badge({ text })}</li>`)}
    ${all.length > shown.length && html`<li class="text-body-secondary">and ${all.length - shown.length} more</li>`}
  </ul>`
}

function matched(matches: NonNullable<Item['matches']>): Html {
  if (matches.length === 0)
    return html`<span>What matches is in a part that is hidden until you unlock the profile.</span>`
  const shown = matches.slice(0, MAX_TERMS)
  return html`<span>
    Matches${' '}
    ${shown.map(({ term, sections }, index) => {
      const where = sections.map((section) => sectionNames[section]).join(', ')
      return html`<span>${index > 0 && '; '}<code dir="auto">${term}</code> in ${where}</span>`
    })}
    ${matches.length > shown.length && html`<span>${' '}and ${matches.length - shown.length} more</span>`}
  </span>`
}

/** All matching candidates by country, each a link to the form with that country, and by career status. */
function facetLists(
  { country, careerStatus }: CandidateFacets,
  values: SearchValues,
  price: Price | undefined,
): Html {
  const hrefOf = (code: string) =>
    addressOf('/search', { ...values, countries: countryName(code), page: '1' })
  return html`<aside class="jb-facets vstack gap-3" aria-label="In this result">
    ${country && facetList('Countries', country, countryName, hrefOf)}
    ${price && html`<p class="form-text mt-0">Choosing a country fills the form. Searching again costs ${money(price.cost || 1, price.kind)}.</p>`}
    ${careerStatus && facetList('Looking for work', careerStatus, (status) => careers[status])}
  </aside>`
}

function facetList<Value extends string>(
  title: string,
  rows: readonly { value: Value | null; count: number }[],
  nameOf: (value: Value) => string,
  hrefOf?: (value: Value) => string,
): Html {
  return html`<section class="vstack gap-2">
    <h2>${title}</h2>
    <ul class="list-unstyled">
      ${rows.map(({ value, count }) => {
        const label = value === null ? 'Not stated' : nameOf(value)
        const href = value !== null && hrefOf?.(value)
        return html`<li class="d-flex gap-2 justify-content-between py-1 border-bottom">${href ? html`<a href=${href}>${label}</a>` : html`<span>${label}</span>`}<span class="text-body-secondary">${number(count)}</span></li>`
      })}
    </ul>
  </section>`
}

export const search: Area = {
  places: [{ href: '/search', label: 'CV search', icon: 'search', roles }],
  pages: [...find, get('/search/results/:operation', roles, showStored), ...candidatePages],
}
