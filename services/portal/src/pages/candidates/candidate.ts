import { readCandidate } from '@jobboard/contracts/candidates/admin'
import { eraseCandidate, listErasures } from '@jobboard/contracts/candidates/erasure'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError, notFound } from '@jobboard/contracts/error'
import { listCandidateKeys, readKey, revokeKey } from '@jobboard/contracts/keys/admin'
import { fullName } from '@jobboard/contracts/text'
import { badge, linkButton, missingPart, panel } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { definitions, userText, when } from '@jobboard/html/values'
import { text } from '../../http/form.ts'
import { get, type Outcome, type Page, redirect, screen, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { fields } from '../../kit/fields.ts'
import { pagedTable } from '../../kit/filters.ts'
import { locationOf } from '../../parts/facts.ts'
import { isInUse, keyStatusBadge, scopeBadges } from '../../parts/key.ts'
import { phoneLink } from '../../parts/phone.ts'
import { staffRoles } from '../../person/person.ts'

const KEYS_PER_PAGE = 25
const MAX_TITLE = 80
const operators = ['operator'] as const
const path = '/staff/candidates/:candidateId'
const keyPath = `${path}/keys/:candidateKeyId`

const pathOf = ({ params }: Visit) => `/staff/candidates/${encodeURIComponent(params.candidateId!)}`

export function consentBadge(expiresAt: string | null, now: Date): Html {
  const isLapsed = expiresAt !== null && Date.parse(expiresAt) <= now.getTime()
  return isLapsed
    ? badge({ text: 'Lapsed', tone: 'danger' })
    : badge({ text: expiresAt === null ? 'Without an end' : 'Given', tone: 'success' })
}

/** The page of a candidate; that of the erasure when the candidate was erased. */
async function orErasure(visit: Visit, show: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await show()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
    const query = { candidateId: visit.params.candidateId!, pageSize: 1 }
    const found = await visit.ask(listErasures, { query }).catch(() => undefined)
    const erasure = found?.items[0]
    if (!erasure) throw error
    return redirect(`/staff/candidates/erasures/${erasure.erasureId}`)
  }
}

async function showCandidate(visit: Visit): Promise<Outcome> {
  const { zone, now, person } = visit
  const [candidate, keys] = await Promise.all([
    visit.ask(readCandidate),
    visit.part('accounts', () => visit.ask(listCandidateKeys)),
  ])
  const { email, phone, consentExpiresAt } = candidate
  const name = fullName(candidate)
  const erase = { href: `${pathOf(visit)}/erase`, label: 'Erase', icon: 'trash', tone: 'danger' } as const
  return screen(visit, {
    title: name.slice(0, MAX_TITLE),
    heading: userText(name, { lines: 3 }),
    lead: userText(candidate.headline, { lines: 3 }),
    back: { href: '/staff/candidates', label: 'All candidates' },
    actions: person.role === 'operator' && linkButton(erase),
    body: [
      html`<div class="jb-columns">
        ${panel({
          title: 'Person',
          body: definitions({
            Number: String(candidate.id),
            'E-mail': userText(email),
            Phone: phone ? phoneLink(phone) : '–',
            Place: userText(locationOf(candidate) || '–'),
            Profile: `${candidate.completeness} %`,
            Created: when(candidate.createdAt, zone),
            'Last active': when(candidate.lastActiveAt, zone),
          }),
        })}
        ${panel({
          title: 'Consent',
          body: definitions({
            State: consentBadge(consentExpiresAt, now),
            Until: consentExpiresAt
              ? html`<div>${when(consentExpiresAt, zone)}<div class="text-body-secondary">After it, applies are refused and CV search does not find the candidate.</div></div>`
              : 'Without an end',
            'In CV search': candidate.isSearchable ? 'Yes' : 'No',
          }),
        })}
      </div>`,
      panel({
        title: 'Keys',
        body: keys
          ? pagedTable(visit, {
              name: 'keys',
              pageSize: KEYS_PER_PAGE,
              caption: 'Keys',
              columns: {
                Name: (key) => userText(key.name, { lines: 2 }),
                Status: ({ status }) => keyStatusBadge(status),
                Scopes: ({ scopes }) => scopeBadges(scopes),
                'Last used': ({ lastUsedAt }) => when(lastUsedAt, zone),
                Expires: ({ expiresAt }) => when(expiresAt, zone),
              },
              rows: keys,
              rowHref: ({ id }) => `${pathOf(visit)}/keys/${id}`,
              empty: { title: 'No key', text: 'A key lets an agent of the candidate act for them.' },
            })
          : missingPart({ service: 'accounts', what: 'Keys' }),
      }),
    ],
  })
}

async function showErase(visit: Visit): Promise<Outcome> {
  const params = { candidateId: visit.params.candidateId! }
  const name = fullName(await visit.ask(readCandidate, {}, { isHidden: true }))
  return screen(visit, {
    title: `Erase candidate ${params.candidateId}`,
    lead: userText(name, { lines: 3 }),
    body: erase.panel(visit, 'What happens', {
      before: html`<ul class="vstack gap-1 ps-4">
        <li>All personal data is deleted in every service; nobody can bring it back.</li>
        <li>Keys of the candidate end within seconds.</li>
        <li>Applications stay with the employers, without the person.</li>
      </ul>`,
      fields: { typed: { hint: `Type: ${eraseWords(visit)}` } },
      beside: linkButton({ href: pathOf(visit), label: 'Back without a change' }),
    }),
  })
}

const eraseWords = ({ params }: Visit) => `erase ${params.candidateId}`

/** Demands that the erasure is typed. */
const erase = command({
  path: `${path}/erase`,
  roles: operators,
  call: eraseCandidate,
  fields: fields(undefined, {
    typed: { type: 'text', label: 'Confirmation', maxLength: 40, required: true },
  }),
  submit: { label: 'Erase for good', tone: 'danger', icon: 'trash' },
  check(visit) {
    const words = eraseWords(visit)
    if (text(visit.form, 'typed').toLowerCase() === words) return undefined
    return { typed: `Nothing was erased. Type exactly: ${words}` }
  },
  again: (visit) => orErasure(visit, () => showErase(visit)),
  done(_visit, { erasureId }) {
    const said = 'The erasure is accepted. Each service confirms below when its part is done.'
    return redirect(`/staff/candidates/erasures/${erasureId}`, said, 'info')
  },
})

/** The key, if it is this candidate's. Throws not_found. */
async function readOwnKey(visit: Visit): Promise<ResponseBody<typeof readKey>> {
  const { candidateId, candidateKeyId } = visit.params
  const key = await visit.ask(readKey, { params: { keyId: candidateKeyId! } })
  if (!('candidateId' in key) || String(key.candidateId) !== candidateId) throw notFound()
  return key
}

async function showKey(visit: Visit): Promise<Outcome> {
  const { zone, person } = visit
  const { name, status, scopes, lastUsedAt, expiresAt } = await readOwnKey(visit)
  return screen(visit, {
    title: 'Key of a candidate',
    heading: userText(name, { lines: 3 }),
    lead: 'Key of a candidate',
    back: { href: pathOf(visit), label: 'The candidate' },
    body: [
      panel({
        title: 'What it may do',
        body: definitions({
          Status: keyStatusBadge(status),
          Scopes: scopeBadges(scopes),
          'Last used': when(lastUsedAt, zone),
          Expires: when(expiresAt, zone),
        }),
      }),
      person.role === 'operator' &&
        isInUse({ status }) &&
        revoke.panel(visit, 'Revoke the key', {
          before: 'For good: every gateway refuses it within a second. The candidate can have another one.',
        }),
    ],
  })
}

const revoke = command({
  path: `${keyPath}/revoke`,
  roles: operators,
  call: revokeKey,
  params: ({ params }) => ({ keyId: params.candidateKeyId! }),
  submit: { label: 'Revoke the key', tone: 'danger', icon: 'trash' },
  confirm: { question: 'An agent that uses the key stops working.', tick: 'Revoke it' },
  async act(visit, input) {
    await readOwnKey(visit)
    return visit.ask(revokeKey, input, { operation: visit.operation })
  },
  again: showKey,
  done: (visit) => redirect(pathOf(visit), 'The key is revoked.'),
})

export const candidatePages: Page[] = [
  get(path, staffRoles, (visit) => orErasure(visit, () => showCandidate(visit))),
  get(erase.path, operators, (visit) => orErasure(visit, () => showErase(visit))),
  erase,
  get(keyPath, staffRoles, showKey),
  revoke,
]
