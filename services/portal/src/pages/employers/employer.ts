import { getEmployerCredits } from '@jobboard/contracts/credits/endpoints'
import { createEmployer, getEmployer, updateEmployer } from '@jobboard/contracts/employers/employers'
import { createUser, listUsersOfEmployer, userRoles } from '@jobboard/contracts/employers/users'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { listRecruiterKeys } from '@jobboard/contracts/keys/admin'
import { listSubscriptions } from '@jobboard/contracts/webhooks/subscriptions'
import { badge, missingPart, panel, tabs } from '@jobboard/html/blocks'
import { type Child, type Html, html } from '@jobboard/html/html'
import { type Columns, numeric } from '@jobboard/html/table'
import { number, userText, when } from '@jobboard/html/values'
import { get, type Page, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { fields, optionsOf } from '../../kit/fields.ts'
import { pagedTable } from '../../kit/filters.ts'
import { keyStatusBadge, scopeBadges } from '../../parts/key.ts'
import { balancePart, LEDGER } from '../../parts/ledger.ts'
import { staffRoles } from '../../person/person.ts'

type Employer = ResponseBody<typeof getEmployer>

const path = '/staff/employers/:employerId'
const roles = ['operator'] as const
const hasContract = 'A contract is active'
const isPartner = 'Trusted partner'

export function employerScreen(
  visit: Visit,
  { id, name, hasActiveContract, isTrustedPartner }: Employer,
  current: '' | '/credits' | '/change',
  { title, body }: { title: string; body: Child },
): View {
  const base = `/staff/employers/${id}`
  const pages = {
    [base]: 'Overview',
    [`${base}/credits`]: 'Credits',
    ...(visit.person.role === 'operator' && { [`${base}/change`]: 'Change' }),
  }
  return screen(visit, {
    title,
    heading: userText(name, { lines: 3 }),
    lead: html`<span class="hstack flex-wrap gap-1">
      ${hasActiveContract && badge({ text: hasContract, tone: 'success' })}
      ${isTrustedPartner && badge({ text: isPartner, tone: 'info' })}
      <span>Number ${String(id)}</span>
    </span>`,
    tabs: tabs('Pages of the employer', pages, base + current),
    body,
  })
}

async function showEmployer(visit: Visit): Promise<View> {
  const { zone, person } = visit
  const [employer, users, keys, credits, endpoints] = await Promise.all([
    visit.ask(getEmployer),
    visit.part('accounts', () => visit.ask(listUsersOfEmployer)),
    visit.part('accounts', () => visit.ask(listRecruiterKeys)),
    visit.part(LEDGER, () => visit.ask(getEmployerCredits)),
    visit.part('webhook', () => visit.ask(listSubscriptions)),
  ])
  const noUser = { title: 'No user yet', text: 'Without a user nobody can sign in for this employer.' }
  const noKey = { title: 'No key yet', text: 'An EmployerAdmin creates keys in the portal.' }
  const noEndpoint = { title: 'No webhook endpoint', text: 'An EmployerAdmin adds endpoints in the portal.' }
  return employerScreen(visit, employer, '', {
    title: employer.name,
    body: [
      balancePart(visit, credits, `/staff/employers/${employer.id}/credits`),
      list(visit, { name: 'users', title: 'Users', service: 'accounts' }, users, noUser, {
        Name: ({ name }) => userText(name, { lines: 2 }),
        'E-mail': ({ email }) => userText(email),
        Role: ({ role }) => role,
        Since: ({ createdAt }) => when(createdAt, zone, 'date'),
      }),
      person.role === 'operator' &&
        invite.panel(visit, 'Invite a user', {
          values: { role: 'EmployerAdmin' },
          before: 'They sign in at this portal with the address; an EmployerAdmin can invite others.',
        }),
      list(visit, { name: 'keys', title: 'Keys', service: 'accounts' }, keys, noKey, {
        Name: ({ name }) => userText(name, { lines: 2 }),
        Status: ({ id, status }) =>
          status === 'PendingApproval'
            ? html`<span class="hstack flex-wrap gap-1">${keyStatusBadge(status)}<a href=${`/staff/review/${id}`}>Review</a></span>`
            : keyStatusBadge(status),
        Scopes: ({ scopes }) => scopeBadges(scopes),
        'Last used': ({ lastUsedAt }) => when(lastUsedAt, zone),
      }),
      list(
        visit,
        { name: 'endpoints', title: 'Webhook endpoints', service: 'webhook' },
        endpoints,
        noEndpoint,
        {
          Address: ({ url }) => userText(url, { lines: 2 }),
          Status: ({ status, disabledReason }) => [
            badge({ text: status, tone: status === 'Active' ? 'success' : 'danger' }),
            disabledReason &&
              html`<div class="text-body-secondary">${userText(disabledReason, { lines: 2 })}</div>`,
          ],
          Events: ({ events }) => userText(events.join(', ')),
          'Failures in a row': numeric(({ consecutiveFailures }) => number(consecutiveFailures)),
        },
      ),
    ],
  })
}

/** A list of the employer, a page at a time; `name` is the query parameter of its page. */
function list<Row>(
  visit: Visit,
  { name, title, service }: { name: string; title: string; service: string },
  rows: readonly Row[] | undefined,
  nothing: { title: string; text: string },
  columns: Columns<Row>,
): Html {
  const shown = { name, pageSize: 25, caption: title, columns, empty: nothing }
  const body = rows ? pagedTable(visit, { ...shown, rows }) : missingPart({ service, what: title })
  return panel({ title, body })
}

const invite = command({
  path: `${path}/users`,
  roles,
  call: createUser,
  fields: fields(createUser.body, {
    name: { label: 'Name' },
    email: { type: 'email', label: 'E-mail' },
    role: { type: 'select', label: 'Role', options: optionsOf(userRoles) },
  }),
  example: { name: '…', email: 'ada@example.com' },
  submit: { label: 'Create the user', icon: 'plus', tone: 'secondary' },
  again: showEmployer,
  done: ({ params }, { name }) =>
    redirect(`/staff/employers/${params.employerId}`, `${name} can sign in with the address now.`),
})

// Of a new employer: a name that was emptied is refused, and does not stay as it was.
const employerFields = fields(createEmployer.body, {
  name: { label: 'Name', hint: 'As candidates see it.' },
  hasActiveContract: {
    type: 'checkbox',
    label: hasContract,
    hint: 'Then a new key without the scope CvSearch works at once.',
  },
  isTrustedPartner: { type: 'checkbox', label: isPartner, hint: 'Then every new key works at once.' },
})

const create = command({
  path: '/staff/employers/new',
  roles,
  call: createEmployer,
  fields: employerFields,
  example: { name: '…' },
  submit: { label: 'Create the employer', icon: 'plus' },
  again: showNew,
  done: (_visit, { id, name }) =>
    redirect(`/staff/employers/${id}`, `${name} is created. Next: invite a user, and grant credits.`),
})

async function showNew(visit: Visit): Promise<View> {
  const title = 'New employer'
  return screen(visit, { title, body: panel({ body: create.form(visit) }) })
}

const change = command({
  path: `${path}/change`,
  roles,
  call: updateEmployer,
  fields: employerFields,
  submit: { label: 'Save' },
  again: showChange,
  done: ({ params }) => redirect(`/staff/employers/${params.employerId}`, 'The changes are saved.'),
})

async function showChange(visit: Visit): Promise<View> {
  const employer = await visit.ask(getEmployer, {}, { isHidden: true })
  const { name, hasActiveContract, isTrustedPartner } = employer
  const ticked = (is: boolean) => (is ? 'yes' : undefined)
  const values = {
    name,
    hasActiveContract: ticked(hasActiveContract),
    isTrustedPartner: ticked(isTrustedPartner),
  }
  return employerScreen(visit, employer, '/change', {
    title: `Change ${name}`,
    body: change.panel(visit, 'Change', { values }),
  })
}

export const employerPages: Page[] = [
  get('/staff/employers/new', roles, showNew),
  create,
  get(path, staffRoles, showEmployer),
  invite,
  get(`${path}/change`, roles, showChange),
  change,
]
