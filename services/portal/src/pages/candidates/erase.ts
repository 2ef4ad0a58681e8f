import { readCandidate } from '@jobboard/contracts/candidates/admin'
import { eraseCandidate } from '@jobboard/contracts/candidates/erasure'
import { fullName } from '@jobboard/contracts/text'
import { linkButton, pageHead, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { html } from '../../html/html.ts'
import { userText } from '../../html/values.ts'
import { text } from '../../http/form.ts'
import { type Outcome, redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { findErasure } from './show.ts'
import { texts } from './texts.ts'

const roles = ['operator'] as const
const path = '/staff/candidates/:candidateId/erase'
const words = texts.erase
const blank: Entered = { values: {}, errors: {} }

/** What an erasure means, and its form, which demands that it is typed. */
export const erasePages: Page[] = [
  { method: 'GET', path, roles, handle: (visit) => show(visit, blank, newOperation()) },
  {
    method: 'POST',
    path,
    roles,
    async handle(visit) {
      const candidateId = visit.params.candidateId!
      const expected = words.words(candidateId)
      if (text(visit.form, 'typed').toLowerCase() !== expected) {
        const entered = { values: visit.form, errors: { typed: words.wrong(expected) } }
        return show(visit, entered, visit.operation)
      }
      const { operation } = visit
      const { erasureId } = await visit.ask(eraseCandidate, { params: { candidateId } }, { operation })
      return redirect(`/staff/candidates/erasures/${erasureId}`, words.accepted, 'info')
    },
  },
]

async function show(visit: Visit, entered: Entered, operation: string): Promise<Outcome> {
  const params = { candidateId: visit.params.candidateId! }
  const { csrf, deps } = visit
  let name: string
  try {
    name = fullName(await visit.ask(readCandidate, { params }, { isHidden: true }))
  } catch (error) {
    const erasureId = await findErasure(visit, error)
    if (erasureId === undefined) throw error
    return redirect(`/staff/candidates/erasures/${erasureId}`)
  }
  const title = words.title(params.candidateId)
  return view({
    title: titleOf(title, entered),
    status: Object.keys(entered.errors).length > 0 ? 422 : 200,
    body: html`<div class="jb-stack">
      ${pageHead({ title, lead: userText(name, { lines: 3 }) })}
      ${errorSummary(entered, { typed: words.typed })}
      ${panel({
        title: words.heading,
        body: form({
          action: `/staff/candidates/${params.candidateId}/erase`,
          csrf,
          operation,
          submit: { label: words.submit, tone: 'danger', icon: 'trash' },
          beside: linkButton({ href: `/staff/candidates/${params.candidateId}`, label: words.back }),
          call: copyable(deps.env, eraseCandidate, { params }),
          body: [
            html`<ul class="jb-effects">${words.effects.map((effect) => html`<li>${effect}</li>`)}</ul>`,
            field(entered, {
              type: 'text',
              name: 'typed',
              label: words.typed,
              hint: words.typedHint(words.words(params.candidateId)),
              maxLength: 40,
              autocomplete: 'off',
              required: true,
            }),
          ],
        }),
      })}
    </div>`,
  })
}
