import { getEmployerCredits } from '@jobboard/contracts/credits/endpoints'
import { getEmployer } from '@jobboard/contracts/employers/employers'
import { createUser, listUsersOfEmployer, userRoles } from '@jobboard/contracts/employers/users'
import { listRecruiterKeys } from '@jobboard/contracts/keys/admin'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import { listSubscriptions } from '@jobboard/contracts/webhooks/subscriptions'
import { badge, empty, missingPart, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import type { Column } from '../../html/table.ts'
import { number, userText, when } from '../../html/values.ts'
import { errorsOf, text } from '../../http/form.ts'
import { type Outcome, redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { keyStatusBadge, scopeBadges } from '../../parts/key.ts'
import { balanceStats } from '../../parts/ledger/ledger.ts'
import { pagedTable } from '../../parts/paged-table.ts'
import { copyable } from '../../peers/ask.ts'
import { staffRoles } from '../../person/person.ts'
import { employerHead } from './head.ts'
import { texts } from './texts.ts'

const PAGE_SIZE = 25
const words = texts.show
const { columns } = words
const path = '/staff/employers/:employerId'
const inviteLabels = { name: texts.invite.name, email: texts.invite.email, role: texts.invite.role }
const blank: Entered = { values: { role: 'EmployerAdmin' }, errors: {} }

/** One employer with users, keys, credits and webhook endpoints; an operator adds users. */
export const showPages: Page[] = [
  { method: 'GET', path, roles: staffRoles, handle: (visit) => show(visit, blank, newOperation()) },
  {
    method: 'POST',
    path: `${path}/users`,
    roles: ['operator'],
    async handle(visit) {
      const { form: sent, operation } = visit
      const employerId = visit.params.employerId!
      const body = {
        name: text(sent, 'name'),
        email: text(sent, 'email'),
        role: text(sent, 'role') as (typeof userRoles)[number],
      }
      try {
        await visit.ask(createUser, { params: { employerId }, body }, { operation })
      } catch (error) {
        return show(visit, { values: sent, errors: errorsOf(error) }, newOperation())
      }
      return redirect(`/staff/employers/${employerId}`, texts.invite.done(body.name))
    },
  },
]

async function show(visit: Visit, entered: Entered, operation: string): Promise<Outcome> {
  const input = { params: { employerId: visit.params.employerId! } }
  const { zone, person } = visit
  const [employer, users, keys, credits, endpoints] = await Promise.all([
    visit.ask(getEmployer, input),
    visit.part('accounts', () => visit.ask(listUsersOfEmployer, input)),
    visit.part('accounts', () => visit.ask(listRecruiterKeys, input)),
    visit.part('the ledger of credits', () => visit.ask(getEmployerCredits, input)),
    visit.part('webhook', () => visit.ask(listSubscriptions, input)),
  ])
  return view({
    title: titleOf(employer.name, entered),
    status: Object.keys(entered.errors).length > 0 ? 422 : 200,
    body: html`<div class="jb-stack">
      ${employerHead(employer, 'overview', person.role)}
      ${errorSummary(entered, inviteLabels)}
      ${
        credits
          ? balanceStats(credits, `/staff/employers/${employer.id}/credits`)
          : missingPart({ service: 'the ledger of credits', what: texts.credits.balances })
      }
      ${list(visit, { name: 'users', title: words.users, service: 'accounts' }, users, words.usersEmpty, [
        { head: columns.name, cell: ({ name }) => userText(name, { lines: 2 }) },
        { head: columns.email, cell: ({ email }) => userText(email) },
        { head: columns.role, cell: ({ role }) => role },
        { head: columns.since, cell: ({ createdAt }) => when(createdAt, zone, 'date') },
      ])}
      ${person.role === 'operator' && invite(visit, employer.id, entered, operation)}
      ${list(visit, { name: 'keys', title: words.keys, service: 'accounts' }, keys, words.keysEmpty, [
        { head: columns.name, cell: ({ name }) => userText(name, { lines: 2 }) },
        {
          head: columns.status,
          cell: ({ id, status }) =>
            status === 'PendingApproval'
              ? html`<span class="jb-badges">${keyStatusBadge(status)}<a href=${`/staff/review/${id}`}>${words.review}</a></span>`
              : keyStatusBadge(status),
        },
        { head: columns.scopes, cell: ({ scopes }) => scopeBadges(scopes) },
        { head: columns.lastUsed, cell: ({ lastUsedAt }) => when(lastUsedAt, zone) },
      ])}
      ${list(
        visit,
        { name: 'endpoints', title: words.endpoints, service: 'webhook' },
        endpoints,
        words.endpointsEmpty,
        [
          { head: columns.url, cell: ({ url }) => userText(url, { lines: 2 }) },
          {
            head: columns.status,
            cell: ({ status, disabledReason }) => [
              badge({
                text: texts.endpointStatuses[status],
                tone: status === 'Active' ? 'success' : 'danger',
              }),
              disabledReason && html`<div class="jb-muted">${userText(disabledReason, { lines: 2 })}</div>`,
            ],
          },
          { head: columns.events, cell: ({ events }) => userText(events.join(', ')) },
          {
            head: columns.failures,
            numeric: true,
            cell: ({ consecutiveFailures }) => number(consecutiveFailures),
          },
        ],
      )}
    </div>`,
  })
}

/** A list of the employer, a page at a time; `name` is the query parameter of its page. */
function list<Row>(
  visit: Visit,
  { name, title, service }: { name: string; title: string; service: string },
  rows: readonly Row[] | undefined,
  nothing: { title: string; text: string },
  columns: Column<Row>[],
): Html {
  const shown = { name, pageSize: PAGE_SIZE, caption: title, columns, empty: empty(nothing) }
  const body = rows ? pagedTable(visit, { ...shown, rows }) : missingPart({ service, what: title })
  return panel({ title, body })
}

function invite({ csrf, deps }: Visit, employerId: number, entered: Entered, operation: string): Html {
  const { title, text: lead, submit } = texts.invite
  const body = { name: '…', email: 'ada@example.com', role: 'EmployerAdmin' } as const
  return panel({
    title,
    body: form({
      action: `/staff/employers/${employerId}/users`,
      csrf,
      operation,
      submit: { label: submit, icon: 'plus', tone: 'secondary' },
      call: copyable(deps.env, createUser, { params: { employerId }, body }),
      body: [
        html`<p class="jb-muted">${lead}</p>`,
        html`<div class="jb-pairs">
          ${field(entered, { type: 'text', name: 'name', label: inviteLabels.name, maxLength: MAX_LINE_LENGTH, required: true })}
          ${field(entered, { type: 'email', name: 'email', label: inviteLabels.email, maxLength: 254, required: true })}
        </div>`,
        field(entered, {
          type: 'select',
          name: 'role',
          label: inviteLabels.role,
          options: userRoles.map((value) => ({ value, label: value })),
        }),
      ],
    }),
  })
}
