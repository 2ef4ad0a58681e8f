import {
  getEmployerCredits,
  grantCredits,
  listEmployerCreditEntries,
  reverseCreditEntry,
} from '@jobboard/contracts/credits/endpoints'
import { getEmployer } from '@jobboard/contracts/employers/employers'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { type CreditKind, creditKinds } from '@jobboard/contracts/limits'
import { linkButton, missingPart, notice, panel } from '../../html/blocks.ts'
import { type Child, html } from '../../html/html.ts'
import { texts } from '../../html/texts.ts'
import { definitions, number, stats, userText } from '../../html/values.ts'
import { errorsOf, number as numberOf, text } from '../../http/form.ts'
import { type Page, redirect, type View } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { command, type Errors } from '../../kit/command.ts'
import { fields, optionsOf } from '../../kit/fields.ts'
import { filters } from '../../kit/filters.ts'
import {
  balanceStats,
  causeOf,
  entryTable,
  kindTexts as kinds,
  ledgerTexts,
  signed,
} from '../../parts/ledger/ledger.ts'
import { staffRoles } from '../../person/person.ts'
import { employerScreen } from './employer.ts'

type Entry = ResponseBody<typeof listEmployerCreditEntries>['items'][number]

const path = '/staff/employers/:employerId/credits'
const roles = ['operator'] as const
const ledger = ledgerTexts.service
const belowZero = 'The balance would fall below 0, so this will be refused.'

const list = filters({
  path,
  pageSize: 25,
  tabs: { name: 'kind', label: ledgerTexts.tabs, values: ['', ...creditKinds] },
})

/** The credits of an employer: balances, the form of a grant, and the ledger. */
async function showLedger(visit: Visit): Promise<View> {
  const { zone, person, query } = visit
  const params = { employerId: visit.params.employerId! }
  const { cursor } = query
  const at = list.read(visit)
  const asked = { pageSize: 25, kind: at.tab || undefined, cursor }
  const [employer, balances, page] = await Promise.all([
    visit.ask(getEmployer, { params }),
    visit.part(ledger, () => visit.ask(getEmployerCredits, { params })),
    visit.part(ledger, () => visit.ask(listEmployerCreditEntries, { params, query: asked })),
  ])
  return employerScreen(visit, employer, 'Credits', {
    title: `Credits of ${employer.name}`,
    body: [
      balances ? balanceStats(balances) : missingPart({ service: visit.missing, what: ledgerTexts.balances }),
      person.role === 'operator'
        ? panel({
            title: 'Grant or correct',
            body: askGrant.form(visit, {
              before: html`<p class="text-body-secondary">You see the balance after it before anything is added.</p>`,
            }),
          })
        : notice({ tone: 'info', body: 'An operator grants credits. Your role reads.' }),
      at.tabs({ '': texts.all, ...kinds }),
      page
        ? entryTable(page, {
            zone,
            cursor,
            links: { candidate: (id) => `/staff/candidates/${id}` },
            address: (after = '') => at.href({ cursor: after }),
            action: { head: 'Correction', cell: (entry) => correction(visit, entry) },
          })
        : missingPart({ service: visit.missing, what: ledgerTexts.entries }),
    ],
  })
}

/** What was done about an entry, or the button that leads to its reversal. */
function correction(visit: Visit, entry: Entry): Child {
  const { id, kind, amount, cause, reversedByEntryId, reversedEntryId } = entry
  if (reversedByEntryId !== undefined) return `Reversed by ${reversedByEntryId}`
  if (reversedEntryId !== undefined) return 'A reversal'
  if (visit.person.role !== 'operator') return '–'
  return askReverse.form(visit, { hidden: { kind, entryId: String(id), amount: String(amount), cause } })
}

const grantFields = fields(grantCredits.body, {
  kind: { type: 'select', label: 'Kind', options: optionsOf(creditKinds, (kind) => kinds[kind]) },
  amount: { label: 'Credits', hint: 'A negative number takes credits back, as a correction.' },
  reason: { label: 'Reason', hint: 'The employer reads it in the ledger.', required: true },
})

/** The form of a change, which leads to the page that asks before an entry is written. */
const asking = { roles, again: showLedger, done: showLedger }
const askGrant = command({
  ...asking,
  path: `${path}/grant`,
  fields: grantFields,
  submit: { label: 'Show the balance after it', icon: 'next' },
})
const askReverse = command({
  ...asking,
  path: `${path}/reverse`,
  submit: { label: 'Reverse', tone: 'secondary', icon: 'rotate' },
})

const grant = command({
  path: `${path}/grant`,
  roles,
  call: grantCredits,
  fields: grantFields,
  submit: { label: 'Grant', icon: 'credits' },
  confirm: {
    question: 'This is written to the ledger and cannot be edited, only corrected by another entry.',
    tick: 'The kind, the number and the reason are right',
  },
  refusals: {
    invalid_request(error) {
      const { '': amount, ...others } = errorsOf(error)
      return amount === undefined ? others : { amount }
    },
  },
  again: (visit) => (isUnticked(visit) ? showGrant(visit) : showLedger(visit)),
  done({ params, form }, { balance }) {
    const said = `${kinds[kindOf(form)!]}: ${signed(numberOf(form, 'amount')!)}. The balance is ${number(balance)}.`
    return redirect(`/staff/employers/${params.employerId}/credits`, said)
  },
})

/** The balance after a grant, before it is done. */
async function showGrant(visit: Visit): Promise<View> {
  const { form: sent } = visit
  const [kind, amount, reason] = [kindOf(sent), numberOf(sent, 'amount'), text(sent, 'reason')]
  if (!kind || amount === undefined || !Number.isInteger(amount) || amount === 0) {
    return showRefused(visit, { amount: 'Enter a whole number other than 0.' })
  }
  const { employer, left } = await readLeft(visit, kind)
  const isGrant = amount > 0
  const label = `${isGrant ? 'Grant' : 'Take back'} ${number(Math.abs(amount))} ${kinds[kind]} credits`
  return confirmation(
    visit,
    employer,
    `${isGrant ? 'Grant to' : 'Take back from'} ${employer.name}`,
    (visit) => [
      stats([
        { label: 'Now', value: number(left), hint: kinds[kind] },
        { label: 'Change', value: signed(amount) },
        { label: 'After it', value: number(left + amount) },
      ]),
      left + amount < 0 && notice({ tone: 'warning', body: belowZero }),
      grant.form(visit, {
        submit: { label, tone: isGrant ? 'primary' : 'danger' },
        values: sent,
        hidden: { kind, amount: String(amount), reason, step: 'confirm' },
        before: definitions([{ term: 'Reason', value: reason ? userText(reason) : '–' }]),
        beside: back(visit),
      }),
    ],
  )
}

const reverse = command({
  path: `${path}/reverse`,
  roles,
  call: reverseCreditEntry,
  params: ({ params, form }) => ({ employerId: params.employerId!, entryId: text(form, 'entryId') }),
  body: (sent) => ({ kind: kindOf(sent) }),
  submit: { label: 'Reverse the entry', tone: 'danger', icon: 'rotate' },
  confirm: {
    question: 'A reversal cannot be reversed itself.',
    tick: 'This is the entry to reverse',
  },
  again: (visit) => (isUnticked(visit) ? showReverse(visit) : showLedger(visit)),
  done({ params, form }, { balance }) {
    const said = `Entry ${text(form, 'entryId')} is reversed. The balance of ${kinds[kindOf(form)!]} is ${number(balance)}.`
    return redirect(`/staff/employers/${params.employerId}/credits`, said)
  },
})

/** The balance after a reversal, before it is done. */
async function showReverse(visit: Visit): Promise<View> {
  const { form: sent } = visit
  const [kind, entryId, cause] = [kindOf(sent), text(sent, 'entryId'), text(sent, 'cause')]
  if (!kind || entryId === '') {
    const gone = 'This entry is not among those of the page that you opened. Look for it in the ledger.'
    return showRefused(visit, { '': gone })
  }
  const amount = numberOf(sent, 'amount') ?? 0
  const { employer, left } = await readLeft(visit, kind)
  return confirmation(visit, employer, `Reverse entry ${entryId}`, (visit) => [
    definitions([
      { term: 'What for', value: causeOf({ amount, cause }, {}) },
      { term: 'Credits', value: `${signed(amount)} ${kinds[kind]}` },
      { term: 'Balance after it', value: number(left - amount) },
    ]),
    left - amount < 0 && notice({ tone: 'warning', body: belowZero }),
    html`<p class="text-body-secondary">Adds an entry of the opposite amount, once. What was paid for stays.</p>`,
    reverse.form(visit, {
      values: sent,
      hidden: { kind, entryId, amount: String(amount), cause, step: 'confirm' },
      beside: back(visit),
    }),
  ])
}

/** The page that asks before an entry is written; with what is wrong only after it was shown. */
function confirmation(
  { refused, ...visit }: Visit,
  employer: Parameters<typeof employerScreen>[1],
  title: string,
  body: (visit: Visit) => Child,
): View {
  const isShown = text(visit.form, 'step') === 'confirm'
  const shown = isShown && refused ? { ...visit, refused } : visit
  return employerScreen(shown, employer, 'Credits', { title, body: panel({ title, body: body(shown) }) })
}

const isUnticked = ({ form }: Visit) => text(form, 'confirmed') !== 'yes'

function showRefused(visit: Visit, errors: Errors): Promise<View> {
  return showLedger({ ...visit, refused: { ...visit.refused!, errors } })
}

async function readLeft(visit: Visit, kind: CreditKind) {
  const params = { employerId: visit.params.employerId! }
  const [employer, balances] = await Promise.all([
    visit.ask(getEmployer, { params }, { isHidden: true }),
    visit.ask(getEmployerCredits, { params }, { isHidden: true }),
  ])
  return { employer, left: balances[kind] }
}

function kindOf(sent: Visit['form']): CreditKind | undefined {
  return creditKinds.find((name) => name === text(sent, 'kind'))
}

function back({ params }: Visit) {
  return linkButton({ href: `/staff/employers/${params.employerId}/credits`, label: 'Back without a change' })
}

/** The credits of an employer. A change is shown with the balance after it first, and is done when that is confirmed. */
export const creditPages: Page[] = [
  { method: 'GET', path, roles: staffRoles, handle: showLedger },
  grant.page,
  reverse.page,
]
