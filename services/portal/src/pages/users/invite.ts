import { createUser } from '@jobboard/contracts/employers/users'
import { ApiError } from '@jobboard/contracts/error'
import { linkButton, notice, pageHead, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { html } from '../../html/html.ts'
import { errorsOf, isUnavailable, text } from '../../http/form.ts'
import { redirect, type View, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { ofEmployer } from '../../peers/own.ts'
import type { EmployerRole } from '../../person/person.ts'
import { sendInvitation, signInAddress } from './invitation.ts'
import { nameField, roleField, userLabels } from './role-field.ts'
import { texts } from './texts.ts'

const words = texts.invite
const path = '/users/new'
const roles = ['EmployerAdmin'] as const

/** Adds a person, once per form, and mails them where to sign in, once. */
export const invitePages: Page[] = [
  {
    method: 'GET',
    path,
    roles,
    handle: async (visit) => show(visit, { values: { role: 'Recruiter' }, errors: {} }, newOperation()),
  },
  {
    method: 'POST',
    path,
    roles,
    async handle(visit) {
      const { form: sent, operation, deps, person } = visit
      if (person.kind !== 'user') throw new Error('a page of employers was opened by staff')
      const body = {
        name: text(sent, 'name'),
        email: text(sent, 'email'),
        role: text(sent, 'role') as EmployerRole,
      }
      let isRepeat = false
      try {
        const user = await visit.ask(
          createUser,
          { ...ofEmployer(visit), body },
          {
            operation,
            onHeaders: (headers) => {
              isRepeat = headers['idempotency-replayed'] === 'true'
            },
          },
        )
        const name = user.name.slice(0, 80)
        if (isRepeat) return redirect('/users', words.done.before(name))
        const mail = await sendInvitation(deps, person, user.email)
        const tone = mail === 'sent' || mail === 'none' ? 'success' : 'warning'
        return redirect('/users', words.done[mail](name, signInAddress(deps)), tone)
      } catch (error) {
        // Nobody knows whether the person was added: the same operation adds them once.
        if (isUnavailable(error)) {
          return show(visit, { values: sent, errors: { '': texts.unavailable } }, operation, 503)
        }
        const isReused = error instanceof ApiError && error.code === 'idempotency_key_reused'
        const errors = isReused ? { '': words.sentBefore } : errorsOf(error)
        return show(visit, { values: sent, errors }, newOperation(), 422)
      }
    },
  },
]

function show(visit: Visit, entered: Entered, operation: string, status = 200): View {
  const { csrf, deps } = visit
  const body = { name: 'Ada Quill', email: 'ada@example.com', role: 'Recruiter' as const }
  const isMailed = deps.sendMail !== undefined
  return view({
    title: titleOf(words.title, entered),
    status,
    body: html`<div class="jb-stack">
      ${pageHead({ title: words.title, lead: words.lead() })} ${errorSummary(entered, userLabels)}
      ${panel({
        title: words.title,
        body: form({
          action: path,
          csrf,
          operation,
          submit: { label: words.submit, icon: isMailed ? 'mail' : 'plus' },
          beside: linkButton({ href: '/users', label: texts.cancel }),
          call: copyable(deps.env, createUser, { ...ofEmployer(visit), body }),
          body: [
            nameField(entered),
            field(entered, {
              type: 'email',
              name: 'email',
              label: texts.fields.email,
              hint: texts.fields.emailHint,
              maxLength: 254,
              autocomplete: 'off',
              required: true,
            }),
            roleField(entered),
            isMailed
              ? html`<p class="jb-muted">${words.mailed}</p>`
              : notice({ tone: 'info', body: words.unmailed(signInAddress(deps)) }),
          ],
        }),
      })}
    </div>`,
  })
}
