import { listAllApplications } from '@jobboard/contracts/applications/endpoints'
import { caseFold } from '@jobboard/contracts/characters'
import { listJobs } from '@jobboard/contracts/jobs/endpoints'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import { empty, missingPart, panel } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { type IconName, icon } from '@jobboard/html/icon'
import { userText } from '@jobboard/html/values'
import {
  type Area,
  fragment,
  get,
  type Outcome,
  type Place,
  screen,
  type View,
  type Visit,
} from '../../http/page.ts'
import { filters } from '../../kit/filters.ts'
import { readList } from '../../parts/applications.ts'
import { orNone } from '../../peers/ask.ts'
import { mayCall, roles } from '../../person/person.ts'

/** Of each kind. */
const MAX_FOUND = 6

interface Found {
  title: string
  items: { href: string; icon: IconName; text: string; about?: string }[]
}

const search = filters({
  path: '/find',
  pageSize: MAX_FOUND,
  fields: { q: { type: 'search', label: 'Job, candidate or page', maxLength: MAX_LINE_LENGTH } },
  submit: { label: 'Find', icon: 'search' },
})

/** Jobs and applications by the beginnings of their words, and pages by their labels. Calls: at most 2, side by side. */
async function find(visit: Visit, places: readonly Place[], q: string): Promise<Found[]> {
  const { role } = visit.person
  // Words without a letter or a digit find nothing.
  const read = <T>(service: string, ask: () => Promise<T>) =>
    visit.part(service, () => orNone(ask(), 'invalid_request'))
  const [jobs, applications] = await Promise.all([
    q && mayCall(role, listJobs)
      ? read('jobs', () => visit.ask(listJobs, { query: { q, pageSize: MAX_FOUND } }))
      : undefined,
    q && mayCall(role, listAllApplications)
      ? read('pipeline', () => readList(visit, undefined, { q, pageSize: MAX_FOUND }))
      : undefined,
  ])
  const words = caseFold(q).split(/\s+/).filter(Boolean)
  const pages = places.filter(({ label, roles: own }) => {
    const parts = caseFold(label).split(/\s+/)
    return own.includes(role) && words.every((word) => parts.some((part) => part.startsWith(word)))
  })
  const found: Found[] = [
    {
      title: 'Jobs',
      items: (jobs?.items ?? []).map(({ id, title, status, city }) => {
        const about = [status, city].filter(Boolean).join(' · ')
        return { href: `/jobs/${id}`, icon: 'jobs', text: title, about }
      }),
    },
    {
      title: 'Applications',
      items: (applications?.items ?? []).map(({ id, name, jobTitle, status }) => {
        return {
          href: `/applications/${id}`,
          icon: 'candidate',
          text: name,
          about: `${status} · ${jobTitle}`,
        }
      }),
    },
    { title: 'Pages', items: pages.map(({ href, label, icon }) => ({ href, icon, text: label })) },
  ]
  return found.filter(({ items }) => items.length > 0)
}

const wordsOf = ({ query }: Visit) => (query.q ?? '').trim().slice(0, MAX_LINE_LENGTH)

/** `GET /find?q=`: the page, for browsers without script. */
async function showFind(visit: Visit, places: readonly Place[]): Promise<View> {
  const q = wordsOf(visit)
  const found = await find(visit, places, q)
  return screen(visit, {
    title: 'Find',
    lead: 'The beginnings of words are enough.',
    body: [
      search.read(visit).form(),
      found.map(({ title, items }) =>
        panel({
          title,
          body: html`<ul class="jb-waiting list-unstyled">
            ${items.map((item) => html`<li class="jb-row">${icon(item.icon)}<a class="jb-row-link" href=${item.href}>${textOf(item)}</a></li>`)}
          </ul>`,
        }),
      ),
      found.length === 0 && nothing(visit),
    ],
  })
}

/** `GET /find/list?q=`: the options of the box that `find.js` opens. */
async function showOptions(visit: Visit, places: readonly Place[]): Promise<Outcome> {
  const found = await find(visit, places, wordsOf(visit))
  let at = 0
  const groups = found.map(
    ({ title, items }) => html`<div role="group" aria-label=${title}>
      <p class="small text-body-secondary" aria-hidden="true">${title}</p>
      ${items.map((item) => html`<a role="option" id=${`find-${at++}`} tabindex="-1" aria-selected="false" href=${item.href}>${icon(item.icon)}${textOf(item)}</a>`)}
    </div>`,
  )
  return fragment(
    html`<div><div data-options="">${groups}</div><p data-said="">${saidOf(visit, at)}</p></div>`,
  )
}

function textOf({ text, about }: Found['items'][number]): Html {
  return html`<span>${userText(text, { lines: 1 })}${about && html`<span class="text-body-secondary d-block">${userText(about, { lines: 1 })}</span>`}</span>`
}

function saidOf({ missing }: Visit, count: number): string {
  const silent = missing.size > 0 ? `${[...missing].join(' and ')} did not answer. ` : ''
  return `${silent}${count === 0 ? 'Nothing found' : count === 1 ? '1 found' : `${count} found`}`
}

function nothing({ missing }: Visit): Html {
  if (missing.size > 0) return missingPart({ service: missing, what: 'What was found' })
  return empty({ title: 'Nothing found', text: 'Type the beginning of a title, a name or a page.' })
}

/** Where a person finds a job, an application or one of these places by a few letters. */
export function findArea(places: readonly Place[]): Area {
  return {
    places: [],
    pages: [
      get('/find', roles, (visit) => showFind(visit, places)),
      get('/find/list', roles, (visit) => showOptions(visit, places)),
    ],
  }
}
