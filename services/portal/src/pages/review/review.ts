import { getEmployerCredits } from '@jobboard/contracts/credits/endpoints'
import { getEmployer } from '@jobboard/contracts/employers/employers'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { notFound } from '@jobboard/contracts/error'
import { approveKey, listKeysForReview, readKey, refuseKey } from '@jobboard/contracts/keys/admin'
import { badge, missingPart, notice, panel } from '@jobboard/html/blocks'
import { type Child, type Html, html } from '@jobboard/html/html'
import { definitions, userText, when } from '@jobboard/html/values'
import { type Area, get, type Outcome, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { fields } from '../../kit/fields.ts'
import { filters } from '../../kit/filters.ts'
import { keyStatusBadge, keyStatuses, scopeBadges, whyOf } from '../../parts/key.ts'
import { balanceStats } from '../../parts/ledger.ts'
import { staffRoles } from '../../person/person.ts'

type Row = ResponseBody<typeof listKeysForReview>['items'][number]
type Key = Extract<ResponseBody<typeof readKey>, { kind: 'recruiter' }>

const path = '/staff/review'
const roles = ['operator'] as const
const list = filters({ path, pageSize: 25 })

const scopeTexts: Record<Key['scopes'][number], string> = {
  JobPosting: 'Write, publish and close jobs',
  Applications: 'Read and move applications, tags, notes, scorecards and events',
  CvSearch: 'Search CVs and unlock profiles of candidates',
  Webhooks: 'Manage webhook endpoints and deliveries',
}

async function showList(visit: Visit): Promise<View> {
  const { zone, now } = visit
  const at = list.read(visit)
  const { items, total } = await visit.ask(listKeysForReview, { query: at.query })
  const contracts = await readContracts(visit, new Set(items.map(({ employerId }) => employerId)))
  return screen(visit, {
    title: 'Keys to review',
    lead: 'New keys that the rules do not let through, the oldest first. Until they are approved they are refused.',
    body: at.panel<Row>({
      caption: 'Keys to review',
      rows: items,
      total,
      rowHref: ({ id }) => `${path}/${id}`,
      empty: { title: 'No key to review', text: 'New keys that need a look appear here, the oldest first.' },
      columns: {
        Key: ({ name }) => userText(name, { lines: 2 }),
        Employer: ({ employerName }) => userText(employerName, { lines: 2 }),
        Scopes: ({ scopes }) => scopeBadges(scopes),
        Contract: ({ employerId }) => contractBadge(contracts.get(employerId)),
        'Reason for the review': whyOf,
        Since: ({ createdAt }) => when(createdAt, zone, 'relative', now),
      },
    }),
  })
}

async function readContracts(visit: Visit, employerIds: Set<number>): Promise<Map<number, boolean>> {
  const found = await Promise.all(
    [...employerIds].map(async (employerId) => {
      const read = () => visit.ask(getEmployer, { params: { employerId } }, { isHidden: true })
      const employer = await visit.part('accounts', read)
      return employer ? [[employerId, employer.hasActiveContract] as const] : []
    }),
  )
  return new Map(found.flat())
}

function contractBadge(hasContract: boolean | undefined): Child {
  if (hasContract === undefined) return 'Unknown'
  return hasContract ? badge({ text: 'Active', tone: 'success' }) : badge({ text: 'None', tone: 'warning' })
}

async function readReviewed(visit: Visit): Promise<Key> {
  const key = await visit.ask(readKey)
  if (key.kind !== 'recruiter') throw notFound()
  return key
}

async function showKey(visit: Visit): Promise<View> {
  const key = await readReviewed(visit)
  const params = { employerId: key.employerId }
  const [employer, credits] = await Promise.all([
    visit.part('accounts', () => visit.ask(getEmployer, { params })),
    visit.part('accounts', () => visit.ask(getEmployerCredits, { params })),
  ])
  return screen(visit, {
    title: `Review of ${key.name}`,
    heading: userText(key.name, { lines: 3 }),
    lead: keyStatusBadge(key.status),
    back: { href: path, label: 'All keys to review' },
    body: [
      html`<div class="jb-columns">
        ${panel({ title: 'The key', body: keyFacts(visit, key) })}
        ${panel({
          title: 'The employer',
          body: employer
            ? employerFacts(visit, employer)
            : missingPart({ service: 'accounts', what: 'The employer' }),
        })}
      </div>`,
      credits && balanceStats(credits, `/staff/employers/${key.employerId}/credits`),
      decision(visit, key),
    ],
  })
}

function keyFacts({ zone }: Visit, key: Key): Html {
  return definitions({
    'Reason for the review': key.status === 'PendingApproval' && whyOf(key),
    'It may': html`<ul class="list-unstyled vstack gap-1">${key.scopes.map((scope) => html`<li><strong>${scope}</strong>: ${scopeTexts[scope]}</li>`)}</ul>`,
    Created: when(key.createdAt, zone),
    Expires: when(key.expiresAt, zone),
    'Refused because': key.refusedReason && userText(key.refusedReason),
  })
}

function employerFacts({ zone }: Visit, employer: ResponseBody<typeof getEmployer>): Html {
  const { id, name, hasActiveContract, isTrustedPartner, createdAt } = employer
  return definitions({
    Employer: html`<a href=${`/staff/employers/${id}`}>${userText(name, { lines: 3 })}</a>`,
    Contract: hasActiveContract ? 'Active' : 'None',
    'Trusted partner': isTrustedPartner ? 'Yes' : 'No',
    'Customer since': when(createdAt, zone, 'date'),
  })
}

const nowIs = ({ status }: Key) => `It is ${keyStatuses[status]} now.`

function decision(visit: Visit, key: Key): Html {
  if (key.status !== 'PendingApproval') {
    return notice({ tone: 'info', title: 'There is nothing to decide', body: nowIs(key) })
  }
  if (visit.person.role !== 'operator') {
    return notice({ tone: 'info', body: 'An operator approves or refuses it. Your role reads.' })
  }
  return html`<div class="jb-columns">
    ${approve.panel(visit, 'Approve', { before: 'The key works from then on, within a second.' })}
    ${refuse.panel(visit, 'Refuse', { before: 'The key is revoked for good. The employer can create another one.' })}
  </div>`
}

/** After a refusal: what the key is now when somebody else was faster, otherwise the form. */
async function again(visit: Visit): Promise<Outcome> {
  const key = await readReviewed(visit)
  if (key.status === 'PendingApproval') return showKey(visit)
  return redirect(`${path}/${key.id}`, `Nothing was done. ${nowIs(key)}`, 'warning')
}

const approve = command({
  path: `${path}/:keyId/approve`,
  roles,
  call: approveKey,
  submit: { label: 'Approve the key', icon: 'check' },
  again,
  done(_visit, { id, name, hasApproved }) {
    if (hasApproved) return redirect(path, `The key ${name} is approved and works.`)
    const said = `Nothing was done: the key ${name} was approved by somebody else just before.`
    return redirect(`${path}/${id}`, said, 'info')
  },
})

const refuse = command({
  path: `${path}/:keyId/refuse`,
  roles,
  call: refuseKey,
  fields: fields(refuseKey.body, {
    reason: {
      type: 'text',
      label: 'Reason',
      hint: 'The employer reads it. Say what is missing, and what they can do.',
    },
  }),
  example: { reason: '…' },
  submit: { label: 'Refuse the key', tone: 'danger', icon: 'cross' },
  again,
  done: (_visit, { name }) => redirect(path, `The key ${name} is refused. The employer sees the reason.`),
})

export const review: Area = {
  places: [{ href: path, label: 'Key review', icon: 'review', roles: staffRoles }],
  pages: [get(path, staffRoles, showList), get(`${path}/:keyId`, staffRoles, showKey), approve, refuse],
}
