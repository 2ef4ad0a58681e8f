import { readCandidate } from '@jobboard/contracts/candidates/admin'
import { listErasures } from '@jobboard/contracts/candidates/erasure'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { listCandidateKeys } from '@jobboard/contracts/keys/admin'
import { fullName } from '@jobboard/contracts/text'
import { empty, linkButton, missingPart, pageHead, panel } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { definitions, userText, when } from '../../html/values.ts'
import { type Outcome, redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { keyStatusBadge, scopeBadges } from '../../parts/key.ts'
import { pagedTable } from '../../parts/paged-table.ts'
import { phoneLink } from '../../parts/phone.ts'
import { staffRoles } from '../../person/person.ts'
import { consentBadge } from './consent.ts'
import { placeOf } from './find.ts'
import { texts } from './texts.ts'

type Candidate = ResponseBody<typeof readCandidate>

const KEYS_PER_PAGE = 25
const MAX_TITLE = 80
const words = texts.show
const { columns } = words

/** One candidate, with the consent and the keys. An erased one leads to the erasure. */
export const showPage: Page = {
  method: 'GET',
  path: '/staff/candidates/:candidateId',
  roles: staffRoles,
  async handle(visit) {
    const params = { candidateId: visit.params.candidateId! }
    try {
      const [candidate, keys] = await Promise.all([
        visit.ask(readCandidate, { params }),
        visit.part('accounts', () => visit.ask(listCandidateKeys, { params })),
      ])
      return show(visit, candidate, keys)
    } catch (error) {
      const erasureId = await findErasure(visit, error)
      if (erasureId === undefined) throw error
      return redirect(`/staff/candidates/erasures/${erasureId}`)
    }
  },
}

/** The erasure of a candidate who is not found. */
export async function findErasure(visit: Visit, error: unknown): Promise<number | undefined> {
  if (!(error instanceof ApiError) || error.code !== 'not_found') return undefined
  const candidateId = visit.params.candidateId!
  try {
    const { items } = await visit.ask(listErasures, { query: { candidateId, pageSize: 1 } })
    return items[0]?.erasureId
  } catch {
    return undefined
  }
}

function show(
  visit: Visit,
  candidate: Candidate,
  keys: ResponseBody<typeof listCandidateKeys> | undefined,
): Outcome {
  const { zone, person } = visit
  const name = fullName(candidate)
  return view({
    title: name.slice(0, MAX_TITLE),
    body: html`<div class="jb-stack">
      ${pageHead({
        title: userText(name, { lines: 3 }),
        lead: userText(candidate.headline, { lines: 3 }),
        actions: [
          linkButton({ href: '/staff/candidates', label: words.back, icon: 'previous' }),
          person.role === 'operator' &&
            linkButton({
              href: `/staff/candidates/${candidate.id}/erase`,
              label: words.erase,
              icon: 'trash',
              tone: 'danger',
            }),
        ],
      })}
      <div class="jb-halves">
        ${panel({ title: words.person, body: personFacts(visit, candidate) })}
        ${panel({ title: words.consentTitle, body: consentFacts(visit, candidate) })}
      </div>
      ${panel({
        title: words.keys,
        body: keys
          ? pagedTable(visit, {
              name: 'keys',
              pageSize: KEYS_PER_PAGE,
              caption: words.keys,
              columns: [
                { head: columns.name, cell: (key) => userText(key.name, { lines: 2 }) },
                { head: columns.status, cell: ({ status }) => keyStatusBadge(status) },
                { head: columns.scopes, cell: ({ scopes }) => scopeBadges(scopes) },
                { head: columns.lastUsed, cell: ({ lastUsedAt }) => when(lastUsedAt, zone) },
                { head: columns.expires, cell: ({ expiresAt }) => when(expiresAt, zone) },
              ],
              rows: keys,
              rowHref: ({ id }) => `/staff/candidates/${candidate.id}/keys/${id}`,
              empty: empty(words.keysEmpty),
            })
          : missingPart({ service: 'accounts', what: words.keys }),
      })}
    </div>`,
  })
}

function personFacts({ zone }: Visit, candidate: Candidate): Html {
  const { id, email, phone, city, country, createdAt, lastActiveAt, completeness } = candidate
  return definitions([
    { term: words.number, value: String(id) },
    { term: words.email, value: userText(email) },
    { term: words.phone, value: phone ? phoneLink(phone) : texts.none },
    { term: words.place, value: userText(placeOf(city, country)) },
    { term: words.complete, value: `${completeness} %` },
    { term: words.created, value: when(createdAt, zone) },
    { term: words.active, value: when(lastActiveAt, zone) },
  ])
}

function consentFacts({ zone, now }: Visit, { consentExpiresAt, isSearchable }: Candidate): Html {
  return definitions([
    { term: words.state, value: consentBadge(consentExpiresAt, now) },
    {
      term: words.until,
      value: consentExpiresAt
        ? html`<div>${when(consentExpiresAt, zone)}<div class="jb-muted">${words.untilHint}</div></div>`
        : texts.consent.endless,
    },
    { term: words.searchable, value: isSearchable ? texts.yes : texts.no },
  ])
}
