import {
  getEmployerCredits,
  grantCredits,
  listEmployerCreditEntries,
} from '@jobboard/contracts/credits/endpoints'
import { getEmployer } from '@jobboard/contracts/employers/employers'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { creditKinds, MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import { missingPart, notice, panel, tabs } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { type Outcome, view } from '../../http/outcome.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { balanceStats, entryTable } from '../../parts/ledger/ledger.ts'
import { texts as creditTexts } from '../../parts/ledger/texts.ts'
import { copyable } from '../../peers/ask.ts'
import { employerHead } from './head.ts'
import { texts } from './texts.ts'

type AdminEntry = ResponseBody<typeof listEmployerCreditEntries>['items'][number]

const PAGE_SIZE = 25
const LEDGER = creditTexts.ledger
const words = texts.credits
const labels = { kind: words.kind, amount: words.amount, reason: words.reason }
const kindOptions = creditKinds.map((value) => ({ value, label: creditTexts.kinds[value] }))

/** The credits of an employer: balances, the form of a grant with what was entered, and the ledger. */
export async function showLedger(visit: Visit, entered: Entered): Promise<Outcome> {
  const { query, zone, person } = visit
  const params = { employerId: visit.params.employerId! }
  const kind = creditKinds.find((name) => name === query.kind)
  const { cursor } = query
  const [employer, balances, page] = await Promise.all([
    visit.ask(getEmployer, { params }),
    visit.part(LEDGER, () => visit.ask(getEmployerCredits, { params })),
    visit.part(LEDGER, () =>
      visit.ask(listEmployerCreditEntries, { params, query: { pageSize: PAGE_SIZE, kind, cursor } }),
    ),
  ])
  const path = `/staff/employers/${employer.id}/credits`
  const address = (of: string | undefined, after?: string) => {
    const search = new URLSearchParams({
      ...(of && { kind: of }),
      ...(after && { cursor: after }),
    }).toString()
    return search ? `${path}?${search}` : path
  }
  const isOperator = person.role === 'operator'
  return view({
    title: titleOf(words.title(employer.name), entered),
    status: Object.keys(entered.errors).length > 0 ? 422 : 200,
    body: html`<div class="jb-stack">
      ${employerHead(employer, 'credits', person.role)}
      ${errorSummary(entered, labels)}
      ${balances ? balanceStats(balances) : missingPart({ service: LEDGER, what: words.balances })}
      ${isOperator ? grantForm(visit, employer.id, entered) : notice({ tone: 'info', body: words.toRead })}
      ${tabs(
        [undefined, ...creditKinds].map((of) => ({
          href: address(of),
          label: of ? creditTexts.kinds[of] : creditTexts.all,
          current: of === kind,
        })),
        creditTexts.tabs,
      )}
      ${
        page
          ? entryTable(page, {
              zone,
              cursor,
              links: { candidate: (id) => `/staff/candidates/${id}` },
              address: (after) => address(kind, after),
              action: { head: words.action, cell: (entry) => correction(visit, employer.id, entry) },
            })
          : missingPart({ service: LEDGER, what: creditTexts.entries })
      }
    </div>`,
  })
}

function grantForm({ csrf, deps }: Visit, employerId: number, entered: Entered): Html {
  return panel({
    title: words.grant,
    body: form({
      action: `/staff/employers/${employerId}/credits/grant`,
      csrf,
      operation: newOperation(),
      submit: { label: words.next, icon: 'next' },
      call: copyable(deps.env, grantCredits, {
        params: { employerId },
        body: { kind: 'CvSearch', amount: 50, reason: '…' },
      }),
      body: [
        html`<p class="jb-muted">${words.grantText}</p>`,
        html`<div class="jb-pairs">
          ${field(entered, { type: 'select', name: 'kind', label: words.kind, options: kindOptions })}
          ${field(entered, { type: 'number', name: 'amount', label: words.amount, hint: words.amountHint, step: 1, required: true })}
        </div>`,
        field(entered, {
          type: 'text',
          name: 'reason',
          label: words.reason,
          hint: words.reasonHint,
          maxLength: MAX_LINE_LENGTH,
          required: true,
        }),
      ],
    }),
  })
}

/** What was done about an entry, or the button that leads to its reversal. */
function correction({ csrf, person }: Visit, employerId: number, entry: AdminEntry) {
  const { id, kind, amount, cause, reversedByEntryId, reversedEntryId } = entry
  if (reversedByEntryId !== undefined) return words.reversed(String(reversedByEntryId))
  if (reversedEntryId !== undefined) return words.isReversal
  if (person.role !== 'operator') return texts.none
  const shown = { kind, entryId: String(id), amount: String(amount), cause }
  return form({
    action: `/staff/employers/${employerId}/credits/reverse`,
    csrf,
    operation: newOperation(),
    submit: { label: words.reverse, tone: 'secondary', icon: 'rotate' },
    body: hidden(shown),
  })
}

/** Fields that a form carries on. */
export function hidden(values: Record<string, string>): Html[] {
  return Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name=${name} value=${value} />`,
  )
}
