import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { CandidateFacets, searchCandidates } from '@jobboard/contracts/search/search'
import { badge } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { icon } from '../../html/icon.ts'
import { number, userText, when } from '../../html/values.ts'
import type { Visit } from '../../http/visit.ts'
import { candidatePath } from './back.ts'
import { countryName } from './countries.ts'
import { type Highlighter, openHighlighter } from './highlight.ts'
import { type Price, priceText } from './price.ts'
import { addressOf, type SearchValues } from './search-values.ts'
import { texts } from './texts.ts'

type Item = ResponseBody<typeof searchCandidates>['items'][number]
const MAX_SKILLS = 12
const MAX_TERMS = 10

/** The candidates of a page: what is not hidden, and what of it matched. */
export function hits(items: readonly Item[], visit: Pick<Visit, 'zone' | 'now' | 'request'>): Html {
  const highlighter = openHighlighter()
  return html`<ol class="jb-hits">
    ${items.map((item) => html`<li class="jb-card">${hit(item, visit, highlighter)}</li>`)}
  </ol>`
}

function hit(
  item: Item,
  { zone, now, request }: Pick<Visit, 'zone' | 'now' | 'request'>,
  highlighter: Highlighter,
): Html {
  const { name, headline, isUnlocked, matches = [] } = item
  return html`<article>
    <header>
      <h2><a href=${candidatePath(item.candidateId, request.url)}>${userText(name, { lines: 1 })}</a></h2>
      ${isUnlocked && badge({ text: texts.unlocked, tone: 'success' })}
      <span class="jb-muted">${texts.active} ${when(item.lastActiveAt, zone, 'relative', now)}</span>
    </header>
    ${headline && html`<p class="jb-hit-headline">${marked(headline, matches, highlighter)}</p>`}
    <p class="jb-hit-facts jb-muted">${facts(item).map((fact) => html`<span dir="auto">${fact}</span>`)}</p>
    ${skills(item, highlighter)}
    <p class="jb-hit-matches">${icon('search')}<span>${matched(matches)}</span></p>
  </article>`
}

/** "Porto, Portugal". */
export function placeOf({ city, country }: Pick<Item, 'city' | 'country'>): string {
  return [city, country && countryName(country)].filter(Boolean).join(', ')
}

function facts(item: Item): string[] {
  const { yearsOfExperience, careerStatus } = item
  const career = careerStatus ? texts.careers[careerStatus] : ''
  return [placeOf(item), texts.years(yearsOfExperience), career].filter(Boolean)
}

function marked(
  text: string,
  matches: NonNullable<Item['matches']>,
  { termsIn, highlight }: Highlighter,
): Html {
  return html`<span dir="auto" class="jb-text jb-lines-2">${highlight(text, termsIn(matches, 'headline')).map(
    (piece) => {
      return piece.isMatch ? html`<mark>${piece.text}</mark>` : piece.text
    },
  )}</span>`
}

/** Those that matched first. */
function skills({ skills: all, matches = [] }: Item, { termsIn, contains }: Highlighter): Html | null {
  if (all.length === 0) return null
  const terms = termsIn(matches, 'skills')
  const rated = all.map((text) => ({ text, isMatch: contains(text, terms) }))
  const shown = rated.toSorted((a, b) => Number(b.isMatch) - Number(a.isMatch)).slice(0, MAX_SKILLS)
  return html`<ul class="jb-skills">
    ${shown.map(({ text, isMatch }) => html`<li>${isMatch ? html`<mark class="jb-badge" dir="auto">${text}</mark>` : badge({ text })}</li>`)}
    ${all.length > shown.length && html`<li class="jb-muted">${texts.moreSkills(all.length - shown.length)}</li>`}
  </ul>`
}

function matched(matches: NonNullable<Item['matches']>): Html {
  if (matches.length === 0) return html`<span>${texts.matchedHidden}</span>`
  const shown = matches.slice(0, MAX_TERMS)
  return html`<span>
    ${texts.matched}${' '}
    ${shown.map(({ term, sections }, index) => {
      const where = sections.map((section) => texts.sections[section]).join(', ')
      return html`<span>${index > 0 && '; '}<code dir="auto">${term}</code>${texts.inSections(where)}</span>`
    })}
    ${matches.length > shown.length && html`<span>${' '}${texts.moreSkills(matches.length - shown.length)}</span>`}
  </span>`
}

/** All matching candidates by country, each a link to the form with that country, and by career status. */
export function facetLists(
  { country, careerStatus }: CandidateFacets,
  values: SearchValues,
  price: Price | undefined,
): Html {
  return html`<aside class="jb-facets" aria-label=${texts.facets}>
    ${
      country &&
      facetList(
        texts.countriesTitle,
        country.map(({ value, count }) => ({
          label: value === null ? texts.notStated : countryName(value),
          count,
          ...(value !== null && {
            href: addressOf('/search', { ...values, countries: countryName(value), page: '1' }),
          }),
        })),
      )
    }
    ${price && html`<p class="jb-hint">${texts.narrow(priceText({ ...price, cost: price.cost || 1 }))}</p>`}
    ${
      careerStatus &&
      facetList(
        texts.careerTitle,
        careerStatus.map(({ value, count }) => ({
          label: value === null ? texts.notStated : texts.careers[value],
          count,
        })),
      )
    }
  </aside>`
}

function facetList(title: string, items: { label: string; count: number; href?: string }[]): Html {
  return html`<section>
    <h2>${title}</h2>
    <ul>
      ${items.map(({ label, count, href }) => {
        return html`<li>${href ? html`<a href=${href}>${label}</a>` : html`<span>${label}</span>`}<span class="jb-muted">${number(count)}</span></li>`
      })}
    </ul>
  </section>`
}
