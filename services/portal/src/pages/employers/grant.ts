import { getEmployerCredits, grantCredits, reverseCreditEntry } from '@jobboard/contracts/credits/endpoints'
import { getEmployer } from '@jobboard/contracts/employers/employers'
import { ApiError } from '@jobboard/contracts/error'
import { type CreditKind, creditKinds } from '@jobboard/contracts/limits'
import { linkButton, notice, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Child, html } from '../../html/html.ts'
import { definitions, number, stats, userText } from '../../html/values.ts'
import { errorsOf, number as numberOf, text } from '../../http/form.ts'
import { type Outcome, redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { causeOf } from '../../parts/ledger/cause.ts'
import { signed } from '../../parts/ledger/ledger.ts'
import { texts as creditTexts } from '../../parts/ledger/texts.ts'
import { copyable } from '../../peers/ask.ts'
import { staffRoles } from '../../person/person.ts'
import { type Employer, employerHead } from './head.ts'
import { hidden, showLedger } from './ledger.ts'
import { texts } from './texts.ts'

const path = '/staff/employers/:employerId/credits'
const blank: Entered = { values: {}, errors: {} }

/** The credits of an employer. A change is shown with the balance after it first, and is done when that is confirmed. */
export const creditPages: Page[] = [
  { method: 'GET', path, roles: staffRoles, handle: (visit) => showLedger(visit, blank) },
  { method: 'POST', path: `${path}/grant`, roles: ['operator'], handle: grant },
  { method: 'POST', path: `${path}/reverse`, roles: ['operator'], handle: reverse },
]

async function grant(visit: Visit): Promise<Outcome> {
  const { form: sent, operation } = visit
  const params = { employerId: visit.params.employerId! }
  const [kind, amount, reason] = [kindOf(visit), numberOf(sent, 'amount'), text(sent, 'reason')]
  if (!kind || amount === undefined || !Number.isInteger(amount) || amount === 0) {
    return showLedger(visit, { values: sent, errors: { amount: texts.credits.amountWrong } })
  }
  const body = { kind, amount, reason: reason || null }
  const step = text(sent, 'step')
  if (text(sent, 'confirmed') !== 'yes') {
    const error = step === 'confirm' ? texts.grant.unconfirmed : undefined
    return showGrant(visit, body, operation, error)
  }
  try {
    const { balance } = await visit.ask(grantCredits, { params, body }, { operation })
    const done = texts.grant.done(signed(amount), creditTexts.kinds[kind], number(balance))
    return redirect(`/staff/employers/${params.employerId}/credits`, done)
  } catch (error) {
    const { '': message, ...fields } = errorsOf(error)
    const isBalance = error instanceof ApiError && error.code === 'invalid_request'
    const errors = message === undefined ? fields : { [isBalance ? 'amount' : '']: message }
    return showLedger(visit, { values: sent, errors })
  }
}

async function showGrant(
  visit: Visit,
  body: { kind: CreditKind; amount: number; reason: string | null },
  operation: string,
  error: string | undefined,
): Promise<Outcome> {
  const { kind, amount, reason } = body
  const { employer, left } = await readLeft(visit, kind)
  const words = texts.grant
  const isGrant = amount > 0
  const call = copyable(visit.deps.env, grantCredits, { params: { employerId: employer.id }, body })
  const label = (isGrant ? words.submit : words.takeSubmit)(number(Math.abs(amount)), creditTexts.kinds[kind])
  return confirmation(visit, employer, (isGrant ? words.title : words.takeTitle)(employer.name), error, [
    stats([
      { label: words.now, value: number(left), hint: creditTexts.kinds[kind] },
      { label: words.change, value: signed(amount) },
      { label: words.after, value: number(left + amount) },
    ]),
    left + amount < 0 && notice({ tone: 'warning', body: words.below }),
    form({
      action: `/staff/employers/${employer.id}/credits/grant`,
      csrf: visit.csrf,
      operation,
      submit: { label, tone: isGrant ? 'primary' : 'danger', icon: 'credits' },
      confirm: { question: words.question, tick: words.tick },
      call,
      beside: back(employer),
      body: [
        hidden({ kind, amount: String(amount), reason: reason ?? '', step: 'confirm' }),
        definitions([{ term: words.reason, value: reason ? userText(reason) : texts.none }]),
      ],
    }),
  ])
}

async function reverse(visit: Visit): Promise<Outcome> {
  const { form: sent, operation } = visit
  const employerId = visit.params.employerId!
  const [kind, entryId] = [kindOf(visit), text(sent, 'entryId')]
  if (!kind || entryId === '') return showLedger(visit, { values: {}, errors: { '': texts.reverse.gone } })
  const input = { params: { employerId, entryId }, body: { kind } }
  if (text(sent, 'confirmed') !== 'yes') {
    return showReverse(visit, input, text(sent, 'step') === 'confirm' ? texts.reverse.unconfirmed : undefined)
  }
  try {
    const { balance } = await visit.ask(reverseCreditEntry, input, { operation })
    const done = texts.reverse.done(entryId, creditTexts.kinds[kind], number(balance))
    return redirect(`/staff/employers/${employerId}/credits`, done)
  } catch (error) {
    const { '': message, ...fields } = errorsOf(error)
    const said = error instanceof ApiError ? error.message : (message ?? Object.values(fields)[0] ?? '')
    return showLedger(visit, { values: {}, errors: { '': said } })
  }
}

async function showReverse(
  visit: Visit,
  { params, body }: { params: { entryId: string }; body: { kind: CreditKind } },
  error: string | undefined,
): Promise<Outcome> {
  const { form: sent, csrf, deps, operation } = visit
  const { employer, left } = await readLeft(visit, body.kind)
  const { entryId } = params
  const [amount, cause] = [numberOf(sent, 'amount') ?? 0, text(sent, 'cause')]
  const words = texts.reverse
  return confirmation(visit, employer, words.title(entryId), error, [
    definitions([
      { term: words.cause, value: causeOf({ amount, cause }, {}) },
      { term: words.amount, value: `${signed(amount)} ${creditTexts.kinds[body.kind]}` },
      { term: words.after, value: number(left - amount) },
    ]),
    left - amount < 0 && notice({ tone: 'warning', body: texts.grant.below }),
    html`<p class="jb-muted">${words.text}</p>`,
    form({
      action: `/staff/employers/${employer.id}/credits/reverse`,
      csrf,
      operation,
      submit: { label: words.submit, tone: 'danger', icon: 'rotate' },
      confirm: { question: words.question, tick: words.tick },
      call: copyable(deps.env, reverseCreditEntry, { params: { employerId: employer.id, entryId }, body }),
      beside: back(employer),
      body: hidden({ kind: body.kind, entryId, amount: String(amount), cause, step: 'confirm' }),
    }),
  ])
}

/** The page that asks before an entry is written. */
function confirmation(
  { person }: Visit,
  employer: Employer,
  title: string,
  error: string | undefined,
  body: Child,
): Outcome {
  const entered: Entered = { values: {}, errors: error ? { '': error } : {} }
  return view({
    title: titleOf(title, entered),
    status: error ? 422 : 200,
    body: html`<div class="jb-stack">
      ${employerHead(employer, 'credits', person.role)} ${errorSummary(entered, {})} ${panel({ title, body })}
    </div>`,
  })
}

async function readLeft(visit: Visit, kind: CreditKind): Promise<{ employer: Employer; left: number }> {
  const params = { employerId: visit.params.employerId! }
  const [employer, balances] = await Promise.all([
    visit.ask(getEmployer, { params }, { isHidden: true }),
    visit.ask(getEmployerCredits, { params }, { isHidden: true }),
  ])
  return { employer, left: balances[kind] }
}

function kindOf({ form: sent }: Visit): CreditKind | undefined {
  return creditKinds.find((name) => name === text(sent, 'kind'))
}

function back({ id }: Employer) {
  return linkButton({ href: `/staff/employers/${id}/credits`, label: texts.grant.back })
}
