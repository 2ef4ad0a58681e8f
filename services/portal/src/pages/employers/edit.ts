import { createEmployer, getEmployer, updateEmployer } from '@jobboard/contracts/employers/employers'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import { pageHead, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { errorsOf, text } from '../../http/form.ts'
import { type Outcome, redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { type Employer, employerHead } from './head.ts'
import { texts } from './texts.ts'

const roles = ['operator'] as const
const NEW = '/staff/employers/new'
const CHANGE = '/staff/employers/:employerId/change'
const { fields } = texts
const labels = Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]))
const blank: Entered = { values: {}, errors: {} }

/** A new employer, and changes of one. */
export const editPages: Page[] = [
  {
    method: 'GET',
    path: NEW,
    roles,
    handle: async (visit) => showNew(visit, blank, newOperation()),
  },
  {
    method: 'POST',
    path: NEW,
    roles,
    async handle(visit) {
      const body = bodyOf(visit)
      try {
        const { id } = await visit.ask(createEmployer, { body }, { operation: visit.operation })
        return redirect(`/staff/employers/${id}`, texts.create.done(body.name))
      } catch (error) {
        return showNew(visit, { values: visit.form, errors: errorsOf(error) }, newOperation())
      }
    },
  },
  {
    method: 'GET',
    path: CHANGE,
    roles,
    async handle(visit) {
      const employer = await read(visit)
      return showChange(visit, employer, { values: valuesOf(employer), errors: {} }, newOperation())
    },
  },
  {
    method: 'POST',
    path: CHANGE,
    roles,
    async handle(visit) {
      const { employerId } = visit.params
      const input = { params: { employerId: employerId! }, body: bodyOf(visit) }
      try {
        await visit.ask(updateEmployer, input, { operation: visit.operation })
        return redirect(`/staff/employers/${employerId}`, texts.change.done)
      } catch (error) {
        const entered = { values: visit.form, errors: errorsOf(error) }
        return showChange(visit, await read(visit), entered, newOperation())
      }
    },
  },
]

function bodyOf({ form: sent }: Visit) {
  return {
    name: text(sent, 'name'),
    hasActiveContract: text(sent, 'hasActiveContract') === 'yes',
    isTrustedPartner: text(sent, 'isTrustedPartner') === 'yes',
  }
}

function valuesOf({ name, hasActiveContract, isTrustedPartner }: Employer): Entered['values'] {
  return {
    name,
    hasActiveContract: hasActiveContract ? 'yes' : undefined,
    isTrustedPartner: isTrustedPartner ? 'yes' : undefined,
  }
}

function read(visit: Visit): Promise<Employer> {
  return visit.ask(getEmployer, { params: { employerId: visit.params.employerId! } }, { isHidden: true })
}

function showNew(visit: Visit, entered: Entered, operation: string): Outcome {
  const { title, submit } = texts.create
  const body = form({
    action: NEW,
    csrf: visit.csrf,
    operation,
    submit: { label: submit, icon: 'plus' },
    call: copyable(visit.deps.env, createEmployer, { body: { name: '…' } }),
    body: fieldsOf(entered),
  })
  return show(title, entered, pageHead({ title }), panel({ title, body }))
}

function showChange(visit: Visit, employer: Employer, entered: Entered, operation: string): Outcome {
  const { submit, tab, title } = texts.change
  const params = { employerId: employer.id }
  const body = form({
    action: `/staff/employers/${employer.id}/change`,
    csrf: visit.csrf,
    operation,
    submit: { label: submit },
    call: copyable(visit.deps.env, updateEmployer, { params, body: { name: employer.name } }),
    body: fieldsOf(entered),
  })
  const head = employerHead(employer, 'change', visit.person.role)
  return show(title(employer.name), entered, head, panel({ title: tab, body }))
}

function show(title: string, entered: Entered, head: Html, content: Html): Outcome {
  return view({
    title: titleOf(title, entered),
    status: Object.keys(entered.errors).length > 0 ? 422 : 200,
    body: html`<div class="jb-stack">${head}${errorSummary(entered, labels)}${content}</div>`,
  })
}

function fieldsOf(entered: Entered) {
  return [
    field(entered, {
      type: 'text',
      name: 'name',
      ...fields.name,
      maxLength: MAX_LINE_LENGTH,
      required: true,
    }),
    field(entered, { type: 'checkbox', name: 'hasActiveContract', ...fields.hasActiveContract }),
    field(entered, { type: 'checkbox', name: 'isTrustedPartner', ...fields.isTrustedPartner }),
  ]
}
