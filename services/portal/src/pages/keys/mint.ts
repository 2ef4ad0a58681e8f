import { listUsersOfEmployer } from '@jobboard/contracts/employers/users'
import { recruiterScopes } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { mintRecruiterKey } from '@jobboard/contracts/keys/admin'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import { linkButton, notice, pageHead, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { errorsOf, isUnavailable, list, number, text } from '../../http/form.ts'
import { type Outcome, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { dayOf, endOfDay, zoneOfForm } from '../../parts/day.ts'
import { copyable } from '../../peers/ask.ts'

import { ofEmployer } from '../../peers/own.ts'
import { type Review, readReview, waits } from './review.ts'
import { secretPage } from './secret.ts'
import { texts } from './texts.ts'

const words = texts.mint
const path = '/keys/new'
const roles = ['EmployerAdmin'] as const
const labels = { name: words.name, scopes: words.scopes, userId: words.user, expiresAt: words.expires }

/** Which keys wait for a review stands beside the form, before anything is minted. */
export const mintPage: Page = {
  method: 'GET',
  path,
  roles,
  handle: (visit) => show(visit, { values: { userId: String(visit.person.id) }, errors: {} }, newOperation()),
}

/** Mints a key, once per form, and shows it. The same form again shows the same key while nobody has used it. */
export const mintAction: Page = {
  method: 'POST',
  path,
  roles,
  async handle(visit) {
    const { form: sent, operation } = visit
    const day = text(sent, 'expiresAt')
    const expiresAt = day === '' ? null : endOfDay(day, zoneOfForm(visit))
    const refused = (errors: Record<string, string>) =>
      show(visit, { values: sent, errors }, newOperation(), 422)
    if (expiresAt === undefined) return refused({ expiresAt: words.expiresWrong })
    const body = {
      name: text(sent, 'name'),
      scopes: list(sent, 'scopes') as (typeof recruiterScopes)[number][],
      userId: number(sent, 'userId') ?? null,
      expiresAt,
    }
    try {
      const key = await visit.ask(mintRecruiterKey, { ...ofEmployer(visit), body }, { operation })
      const isWaiting = key.status === 'PendingApproval'
      return secretPage(visit, key, {
        title: texts.minted.title,
        lead: isWaiting ? texts.minted.leadWaits(key.name) : texts.minted.lead(key.name),
      })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'idempotency_key_reused') {
        return refused({ '': words.sentBefore })
      }
      // Nobody knows whether the key was minted: the same operation mints it once.
      if (isUnavailable(error)) {
        return show(visit, { values: sent, errors: { '': texts.unavailable } }, operation, 503)
      }
      const errors = errorsOf(error)
      // The service's sentence about a past expiry names no field.
      if (expiresAt && expiresAt <= visit.now) return refused({ expiresAt: words.expiresWrong })
      return refused(errors)
    }
  },
}

async function show(visit: Visit, entered: Entered, operation: string, status = 200): Promise<Outcome> {
  const [review = 'unknown', users = []] = await Promise.all([
    visit.part('accounts', () => readReview(visit)),
    visit.part('accounts', () => visit.ask(listUsersOfEmployer, ofEmployer(visit), { isHidden: true })),
  ])
  const { csrf, zone, now, deps } = visit
  const body = { name: 'Careers page', scopes: ['JobPosting' as const] }
  return view({
    title: titleOf(words.title, entered),
    status,
    body: html`<div class="jb-stack">
      ${pageHead({ title: words.title, lead: words.lead })} ${errorSummary(entered, labels)}
      ${reviewRule(review)}
      ${panel({
        title: words.title,
        body: form({
          action: path,
          csrf,
          operation,
          submit: { label: words.submit, icon: 'key' },
          beside: linkButton({ href: '/keys', label: words.cancel }),
          call: copyable(deps.env, mintRecruiterKey, { ...ofEmployer(visit), body }),
          body: [
            html`<input type="hidden" name="zone" value=${zone} />`,
            field(entered, {
              type: 'text',
              name: 'name',
              label: words.name,
              hint: words.nameHint,
              maxLength: MAX_LINE_LENGTH,
              autocomplete: 'off',
              required: true,
            }),
            field(entered, {
              type: 'checkboxes',
              name: 'scopes',
              label: words.scopes,
              hint: words.scopesHint,
              options: recruiterScopes.map((scope) => {
                return { value: scope, label: scope, hint: scopeHint(review, scope) }
              }),
            }),
            field(entered, {
              type: 'select',
              name: 'userId',
              label: words.user,
              hint: words.userHint,
              options: [
                { value: '', label: words.nobody },
                ...users.map(({ id, name, email }) => ({
                  value: String(id),
                  label: `${name.slice(0, 80)} (${email.slice(0, 80)})`,
                })),
              ],
            }),
            field(entered, {
              type: 'date',
              name: 'expiresAt',
              label: words.expires,
              hint: words.expiresHint(zone),
              min: dayOf(now, zone),
              required: false,
            }),
          ],
        }),
      })}
    </div>`,
  })
}

function scopeHint(review: Review, scope: (typeof recruiterScopes)[number]): Html {
  const isWaiting = waits(review, scope)
  const when = isWaiting === undefined ? null : isWaiting ? words.waits : words.atOnce
  return html`<span>${texts.scopes[scope]} ${when && html`<strong>${when}</strong>`}</span>`
}

function reviewRule(review: Review): Html {
  const { title, trusted, someWait, allWait, unknown, perDay } = words.review
  const rule = { none: trusted, cvSearch: someWait, all: allWait, unknown }[review]
  return notice({ tone: review === 'all' ? 'warning' : 'info', title, body: html`<p>${rule} ${perDay}</p>` })
}
