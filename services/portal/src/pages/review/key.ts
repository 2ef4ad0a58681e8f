import { getEmployerCredits } from '@jobboard/contracts/credits/endpoints'
import { getEmployer } from '@jobboard/contracts/employers/employers'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError, notFound } from '@jobboard/contracts/error'
import { approveKey, readKey, refuseKey } from '@jobboard/contracts/keys/admin'
import { MAX_REFUSED_REASON_LENGTH } from '@jobboard/contracts/limits'
import { linkButton, missingPart, notice, pageHead, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { definitions, userText, when } from '../../html/values.ts'
import { errorsOf, text } from '../../http/form.ts'
import { type Outcome, redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { keyStatusBadge, keyStatuses, whyOf } from '../../parts/key.ts'
import { balanceStats } from '../../parts/ledger/ledger.ts'
import { copyable } from '../../peers/ask.ts'
import { staffRoles } from '../../person/person.ts'
import { texts } from './texts.ts'

type Key = Extract<ResponseBody<typeof readKey>, { kind: 'recruiter' }>

const words = texts.key
const path = '/staff/review/:keyId'
const empty: Entered = { values: {}, errors: {} }

/** One key, and the decision about it. */
export const keyPages: Page[] = [
  {
    method: 'GET',
    path,
    roles: staffRoles,
    handle: (visit) => show(visit, empty, newOperation()),
  },
  {
    method: 'POST',
    path: `${path}/approve`,
    roles: ['operator'],
    async handle(visit) {
      return decide(visit, async () => {
        const params = { keyId: visit.params.keyId! }
        const { id, name, hasApproved } = await visit.ask(
          approveKey,
          { params },
          { operation: visit.operation },
        )
        // Absent from a replica of the release before, which does not say whether it was somebody else.
        return hasApproved === false
          ? redirect(`/staff/review/${id}`, texts.approve.already(name), 'info')
          : redirect('/staff/review', texts.approve.done(name))
      })
    },
  },
  {
    method: 'POST',
    path: `${path}/refuse`,
    roles: ['operator'],
    async handle(visit) {
      const { id, name } = await read(visit)
      const reason = text(visit.form, 'reason')
      const input = { params: { keyId: id }, body: { reason } }
      return decide(visit, async () => {
        await visit.ask(refuseKey, input, { operation: visit.operation })
        return redirect('/staff/review', texts.refuse.done(name))
      })
    },
  },
]

/** The outcome of a decision; when somebody else was faster, what the key is now. */
async function decide(visit: Visit, act: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_state') {
      return redirect(
        `/staff/review/${visit.params.keyId}`,
        texts.untouched(texts.nowIs(keyStatuses[(await read(visit)).status])),
        'warning',
      )
    }
    const entered = { values: visit.form, errors: errorsOf(error) }
    return show(visit, entered, newOperation())
  }
}

async function read(visit: Visit): Promise<Key> {
  const key = await visit.ask(readKey, { params: { keyId: visit.params.keyId! } })
  if (key.kind !== 'recruiter') throw notFound()
  return key
}

async function show(visit: Visit, entered: Entered, operation: string): Promise<Outcome> {
  const key = await read(visit)
  const { employerId } = key
  const [employer, credits] = await Promise.all([
    visit.part('accounts', () => visit.ask(getEmployer, { params: { employerId } })),
    visit.part('accounts', () => visit.ask(getEmployerCredits, { params: { employerId } })),
  ])
  return view({
    title: titleOf(words.heading(key.name), entered),
    status: Object.keys(entered.errors).length > 0 ? 422 : 200,
    body: html`<div class="jb-stack">
      ${pageHead({
        title: userText(key.name, { lines: 3 }),
        lead: keyStatusBadge(key.status),
        actions: linkButton({ href: '/staff/review', label: words.back, icon: 'previous' }),
      })}
      ${errorSummary(entered, { reason: texts.refuse.reason })}
      <div class="jb-halves">
        ${panel({ title: words.what, body: keyFacts(visit, key) })}
        ${panel({
          title: words.whose,
          body: [
            employer
              ? employerFacts(visit, employer)
              : missingPart({ service: 'accounts', what: words.whose }),
          ],
        })}
      </div>
      ${credits && balanceStats(credits, `/staff/employers/${employerId}/credits`)}
      ${decision(visit, key, entered, operation)}
    </div>`,
  })
}

function keyFacts({ zone }: Visit, key: Key): Html {
  const isWaiting = key.status === 'PendingApproval'
  return definitions(
    [
      isWaiting && { term: words.why, value: whyOf(key) },
      {
        term: words.scopes,
        value: html`<ul class="jb-plain-list">${key.scopes.map((scope) => html`<li><strong>${scope}</strong>: ${texts.scopes[scope]}</li>`)}</ul>`,
      },
      { term: words.minted, value: when(key.createdAt, zone) },
      { term: words.expires, value: when(key.expiresAt, zone) },
      key.refusedReason && { term: words.reason, value: userText(key.refusedReason) },
    ].filter((item) => typeof item === 'object' && item !== null),
  )
}

function employerFacts({ zone }: Visit, employer: ResponseBody<typeof getEmployer>): Html {
  const { id, name, hasActiveContract, isTrustedPartner, createdAt } = employer
  return definitions([
    {
      term: words.employer,
      value: html`<a href=${`/staff/employers/${id}`}>${userText(name, { lines: 3 })}</a>`,
    },
    { term: words.contract, value: hasActiveContract ? texts.contract.yes : texts.contract.no },
    { term: words.partner, value: isTrustedPartner ? words.yes : words.no },
    { term: words.since, value: when(createdAt, zone, 'date') },
  ])
}

function decision({ person, csrf, deps }: Visit, key: Key, entered: Entered, operation: string): Html {
  if (key.status !== 'PendingApproval') {
    const body = texts.nowIs(keyStatuses[key.status])
    return notice({ tone: 'info', title: words.done, body })
  }
  if (person.role !== 'operator') return notice({ tone: 'info', body: words.toRead })
  const params = { keyId: key.id }
  const { approve, refuse } = texts
  return html`<div class="jb-halves">
    ${panel({
      title: approve.title,
      body: form({
        action: `/staff/review/${key.id}/approve`,
        csrf,
        operation: `${operation}-a`,
        submit: { label: approve.submit, icon: 'check' },
        call: copyable(deps.env, approveKey, { params }),
        body: html`<p>${approve.text}</p>`,
      }),
    })}
    ${panel({
      title: refuse.title,
      body: form({
        action: `/staff/review/${key.id}/refuse`,
        csrf,
        operation: `${operation}-r`,
        submit: { label: refuse.submit, tone: 'danger', icon: 'cross' },
        call: copyable(deps.env, refuseKey, { params, body: { reason: '…' } }),
        body: [
          html`<p>${refuse.text}</p>`,
          field(entered, {
            type: 'text',
            name: 'reason',
            label: refuse.reason,
            hint: refuse.reasonHint,
            maxLength: MAX_REFUSED_REASON_LENGTH,
            required: true,
          }),
        ],
      }),
    })}
  </div>`
}
