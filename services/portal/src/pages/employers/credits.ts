import {
  getEmployerCredits,
  grantCredits,
  listEmployerCreditEntries,
  reverseCreditEntry,
} from '@jobboard/contracts/credits/endpoints'
import { getEmployer } from '@jobboard/contracts/employers/employers'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { type CreditKind, creditKinds } from '@jobboard/contracts/limits'
import { linkButton, notice, panel } from '@jobboard/html/blocks'
import { type Child, html } from '@jobboard/html/html'
import { definitions, number, stats, userText } from '@jobboard/html/values'
import { errorsOf, number as numberOf, text } from '../../http/form.ts'
import { get, type Page, redirect, type View, type Visit } from '../../http/page.ts'
import { command, type Errors } from '../../kit/command.ts'
import { fields, optionsOf } from '../../kit/fields.ts'
import {
  balancePart,
  causeOf,
  kindTexts as kinds,
  LEDGER,
  ledgerExport,
  openLedger,
  signed,
} from '../../parts/ledger.ts'
import { staffRoles } from '../../person/person.ts'
import { employerScreen } from './employer.ts'

type Entry = ResponseBody<typeof listEmployerCreditEntries>['items'][number]

const path = '/staff/employers/:employerId/credits'
const roles = ['operator'] as const
const belowZero = 'The balance would fall below 0, so this will be refused.'

const readLedger = openLedger(path)

async function showLedger(visit: Visit): Promise<View> {
  const ledger = readLedger(visit)
  const [employer, balances, page] = await Promise.all([
    visit.ask(getEmployer),
    visit.part(LEDGER, () => visit.ask(getEmployerCredits)),
    visit.part(LEDGER, () => visit.ask(listEmployerCreditEntries, { query: ledger.query })),
  ])
  return employerScreen(visit, employer, '/credits', {
    title: `Credits of ${employer.name}`,
    body: [
      balancePart(visit, balances),
      visit.person.role === 'operator'
        ? askGrant.panel(visit, 'Grant or correct', {
            before: 'You see the balance after it before anything is added.',
          })
        : notice({ tone: 'info', body: 'An operator grants credits. Your role reads.' }),
      ledger.part<Entry>(
        page,
        { candidate: (id) => `/staff/candidates/${id}` },
        { Correction: (entry) => correction(visit, entry) },
      ),
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
  kind: { type: 'select', label: 'Kind', options: optionsOf(kinds) },
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
        before: definitions({ Reason: reason ? userText(reason) : '–' }),
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
  confirm: { question: 'A reversal cannot be reversed itself.', tick: 'This is the entry to reverse' },
  again: (visit) => (isUnticked(visit) ? showReverse(visit) : showLedger(visit)),
  done({ params, form }, { balance }) {
    const said = `Entry ${text(form, 'entryId')} is reversed. The balance of ${kinds[kindOf(form)!]} is ${number(balance)}.`
    return redirect(`/staff/employers/${params.employerId}/credits`, said)
  },
})

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
    definitions({
      'What for': causeOf({ amount, cause }, {}),
      Credits: `${signed(amount)} ${kinds[kind]}`,
      'Balance after it': number(left - amount),
    }),
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
  return employerScreen(shown, employer, '/credits', { title, body: panel({ body: body(shown) }) })
}

const isUnticked = ({ form }: Visit) => text(form, 'confirmed') !== 'yes'

function showRefused(visit: Visit, errors: Errors): Promise<View> {
  return showLedger({ ...visit, refused: { ...visit.refused!, errors } })
}

async function readLeft(visit: Visit, kind: CreditKind) {
  const [employer, balances] = await Promise.all([
    visit.ask(getEmployer, {}, { isHidden: true }),
    visit.ask(getEmployerCredits, {}, { isHidden: true }),
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
  get(path, staffRoles, showLedger),
  ledgerExport(path, staffRoles, (visit, query) =>
    visit.ask(listEmployerCreditEntries, { query }, { isHidden: true }),
  ),
  grant,
  reverse,
]
