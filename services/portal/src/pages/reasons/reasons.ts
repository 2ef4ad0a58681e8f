import { isDeepStrictEqual } from 'node:util'
import {
  listRejectionReasons,
  type RejectionReason,
  replaceRejectionReasons,
} from '@jobboard/contracts/applications/rejection-reasons'
import { normalForm } from '@jobboard/contracts/characters'
import { getEmployerMetrics } from '@jobboard/contracts/employers/employers'
import { ApiError } from '@jobboard/contracts/error'
import { MAX_LINE_LENGTH, MAX_REJECTION_REASONS } from '@jobboard/contracts/limits'
import { notice, panel } from '@jobboard/html/blocks'
import { type Entered, field } from '@jobboard/html/field'
import { form } from '@jobboard/html/form'
import { type Html, html } from '@jobboard/html/html'
import { userText } from '@jobboard/html/values'
import { errorsOf, text } from '../../http/form.ts'
import { type Area, get, type Outcome, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { newOperation } from '../../http/visit.ts'
import { addButton, afterListButton, readRows, rowButtons } from '../../parts/list-buttons.ts'
import { copyable } from '../../peers/ask.ts'

const path = '/rejection-reasons'
const roles = ['EmployerAdmin'] as const
const title = 'Rejection reasons'
const MAX_CODE_LENGTH = 50

/** What the form shows: a reason that was never saved has no code. `etag` is that of the list that the person has seen. */
interface Shown {
  rows: readonly RejectionReason[]
  etag: string
  errors?: Record<string, string>
  isChanged?: boolean
}

async function save(visit: Visit): Promise<Outcome> {
  // One more than a list can have, so that the service says what is wrong.
  const rows = readRows(visit.form, 'reason', ['label', 'code'], MAX_REJECTION_REASONS + 1)
  // A form without one has seen no list: its tag is that of none.
  const etag = text(visit.form, 'etag') || '"none"'
  const changed = afterListButton(rows, text(visit.form, 'intent'), { code: '', label: '' })
  if (changed) return show(visit, (await readStored(visit)).list, { rows: changed, etag })
  const sent = rows.filter(({ code, label }) => code !== '' || label !== '')
  const body = toReasons(sent, await readGiven(visit))
  try {
    await visit.ask(replaceRejectionReasons, { body }, { ifMatch: etag })
  } catch (error) {
    const stored = await readStored(visit)
    if (!(error instanceof ApiError) || error.code !== 'precondition_failed') {
      return show(visit, stored.list, { rows: sent, etag, errors: errorsOf(error, nameOf) })
    }
    // The same form, sent before.
    if (!isDeepStrictEqual(stored.list, body)) {
      const said =
        'Somebody changed the list meanwhile, and nothing was saved. Save again to replace it with yours.'
      const shown = { rows: sent, etag: stored.etag, errors: { '': said }, isChanged: true }
      return show(visit, stored.list, shown)
    }
  }
  return redirect(path, 'The list of reasons is saved.')
}

async function readStored(visit: Visit): Promise<{ list: RejectionReason[]; etag: string }> {
  const { body, headers } = await visit.asked(listRejectionReasons)
  return { list: body, etag: headers.etag ?? '' }
}

/** The codes that applications have: a new reason takes none of one that was removed. */
async function readGiven(visit: Visit): Promise<string[]> {
  const metrics = await visit.part('accounts', () => visit.ask(getEmployerMetrics, {}, { isHidden: true }))
  return metrics?.rejectionReasons?.flatMap(({ code }) => code ?? []) ?? []
}

async function open(visit: Visit): Promise<View> {
  const { list, etag } = await readStored(visit)
  return show(visit, list, { rows: list, etag })
}

function show(
  visit: Visit,
  list: readonly RejectionReason[],
  { rows, etag, errors = {}, isChanged }: Shown,
): View {
  const pairsOf = (value: (row: RejectionReason, position: number) => string) =>
    Object.fromEntries(rows.map((row, index) => [`reason.${index}.label`, value(row, index + 1)]))
  const entered = { values: pairsOf(({ label }) => label), errors }
  const labels = pairsOf((_, position) => `Reason ${position}`)
  visit.calls.push(
    copyable(visit.deps.env, replaceRejectionReasons, { body: [...list] }, { 'If-Match': etag }),
  )
  const removed = list.filter(({ code }) => !rows.some((row) => row.code === code))
  return screen(visit, {
    title,
    lead: 'What your colleagues choose from when they reject an application. Candidates never see it.',
    refused: Object.keys(errors).length > 0 ? { action: path, ...entered, labels } : undefined,
    ...(isChanged && { status: 409 }),
    body: [
      isChanged && panel({ title: 'The list as it is now', body: html`<ul>${namesOf(list)}</ul>` }),
      panel({
        body: form({
          action: path,
          csrf: visit.csrf,
          operation: newOperation(),
          submit: { label: 'Save the list', icon: 'check' },
          body: [
            // Enter in a line saves: it presses the first button.
            html`<div class="visually-hidden"><button type="submit" tabindex="-1" aria-hidden="true"></button><input type="hidden" name="etag" value=${etag} /></div>`,
            rows.length === 0 &&
              html`<p class="text-body-secondary">There are no reasons yet. Nobody is asked for one.</p>`,
            rows.map((row, index) => line(entered, row, index)),
            html`<div>${addButton({ action: path, noun: 'reason', count: rows.length })}</div>`,
            removed.length > 0 &&
              !isChanged &&
              notice({
                tone: 'warning',
                title: 'Removed when you save:',
                body: [
                  html`<ul class="list-unstyled vstack gap-1">${namesOf(removed)}</ul>`,
                  'A reason that is removed cannot be given any more. Applications that have it keep its code, without its words.',
                ],
              }),
          ],
        }),
      }),
    ],
  })
}

function namesOf(list: readonly RejectionReason[]): Html[] {
  return list.map(({ label }) => html`<li>${userText(label)}</li>`)
}

function line(entered: Entered, { code }: RejectionReason, index: number): Html {
  const position = index + 1
  return html`<div class="vstack gap-1" id=${`reason-${index}`}>
    ${field(entered, {
      type: 'text',
      name: `reason.${index}.label`,
      label: `Reason ${position}`,
      hint:
        code === ''
          ? 'Its code for the API is made from the words, and stays when you change them.'
          : `Code for the API: ${code}`,
      maxLength: MAX_LINE_LENGTH,
      autocomplete: 'off',
    })}
    <input type="hidden" name=${`reason.${index}.code`} value=${code} />
    <div class="jb-actions hstack flex-wrap gap-2">${rowButtons({ action: path, noun: 'reason', index, position })}</div>
  </div>`
}

// `/3/label` is the field `reason.3.label`; a code is made of the words.
function nameOf(pointer: string): string {
  const index = /^\/(\d+)/.exec(pointer)?.[1]
  return index === undefined ? '' : `reason.${index}.label`
}

/** The list to store. A new reason gets a code of its words that no reason has, `taken` included. */
function toReasons(rows: readonly RejectionReason[], taken: readonly string[]): RejectionReason[] {
  const codes = new Set([...taken, ...rows.map(({ code }) => code)])
  return rows.map(({ code, label }) => {
    if (code !== '') return { code, label }
    const made = codeOf(label, codes)
    codes.add(made)
    return { code: made, label }
  })
}

function codeOf(label: string, taken: ReadonlySet<string>): string {
  const ascii = normalForm(label.slice(0, MAX_CODE_LENGTH), 'NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = ascii.match(/[a-z0-9]+/g)?.join('-')
  const base = words?.slice(0, MAX_CODE_LENGTH - 4) || 'reason'
  for (let number = 1; ; number++) {
    const code = number === 1 ? base : `${base}-${number}`
    if (!taken.has(code)) return code
  }
}

/** The employer's reasons to reject an application: the whole list is saved, if it is still the one that was shown. */
export const reasons: Area = {
  places: [{ href: path, label: title, icon: 'tag', roles }],
  pages: [get(path, roles, open), { method: 'POST', path, roles, handle: save }],
}
