import { isDeepStrictEqual } from 'node:util'
import {
  listRejectionReasons,
  type RejectionReason,
  replaceRejectionReasons,
} from '@jobboard/contracts/applications/rejection-reasons'
import { getEmployerMetrics } from '@jobboard/contracts/employers/employers'
import { ApiError } from '@jobboard/contracts/error'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import { notice, pageHead, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { button, form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { userText } from '../../html/values.ts'
import { errorsOf, text } from '../../http/form.ts'
import { type Outcome, redirect, view } from '../../http/outcome.ts'
import type { Area } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { afterListButton } from '../../parts/list-buttons.ts'
import { copyable } from '../../peers/ask.ts'
import { type Row, readRows, rowField, toReasons } from './list.ts'
import { texts } from './texts.ts'

const PATH = '/rejection-reasons'
const roles = ['EmployerAdmin'] as const

/** The employer's reasons to reject an application: the whole list is saved, if it is still the one that was shown. */
export const reasons: Area = {
  places: [{ href: PATH, label: texts.title, icon: 'tag', roles }],
  pages: [
    { method: 'GET', path: PATH, roles, handle: showStored },
    { method: 'POST', path: PATH, roles, handle: save },
  ],
}

interface Stored {
  list: RejectionReason[]
  etag: string
}

/** What the form shows; `etag` is that of the list that the person has seen. */
interface Shown {
  rows: readonly Row[]
  etag: string
  errors?: Record<string, string>
  /** The list was changed by somebody else. */
  isChanged?: boolean
}

async function showStored(visit: Visit): Promise<Outcome> {
  const stored = await readStored(visit)
  return show(visit, stored, { rows: stored.list, etag: stored.etag })
}

async function save(visit: Visit): Promise<Outcome> {
  const rows = readRows(visit.form)
  // A form without one has seen no list: its tag is that of none.
  const etag = text(visit.form, 'etag') || '"none"'
  const changed = afterListButton(rows, text(visit.form, 'intent'), { code: '', label: '' })
  if (changed) return show(visit, await readStored(visit), { rows: changed, etag })
  const sent = rows.filter(({ code, label }) => code !== '' || label !== '')
  const body = toReasons(sent, await readGiven(visit))
  try {
    await visit.ask(replaceRejectionReasons, { body }, { ifMatch: etag })
  } catch (error) {
    const stored = await readStored(visit)
    if (!(error instanceof ApiError) || error.code !== 'precondition_failed') {
      return show(visit, stored, { rows: sent, etag, errors: errorsOf(error, nameOf) })
    }
    // The same form, sent before.
    if (!isDeepStrictEqual(stored.list, body)) {
      const errors = { '': texts.changed }
      return show(visit, stored, { rows: sent, etag: stored.etag, errors, isChanged: true })
    }
  }
  return redirect(PATH, texts.saved)
}

async function readStored(visit: Visit): Promise<Stored> {
  let etag = ''
  const onHeaders = (headers: { etag?: string | undefined }) => {
    etag = headers.etag ?? ''
  }
  const list = await visit.ask(listRejectionReasons, {}, { onHeaders })
  return { list, etag }
}

/** The codes that applications have: a new reason takes none of one that was removed. */
async function readGiven(visit: Visit): Promise<string[]> {
  const metrics = await visit.part('accounts', () => visit.ask(getEmployerMetrics, {}, { isHidden: true }))
  return metrics?.rejectionReasons?.flatMap(({ code }) => code ?? []) ?? []
}

function show(visit: Visit, { list }: Stored, { rows, etag, errors = {}, isChanged }: Shown): Outcome {
  const entered: Entered = {
    values: Object.fromEntries(rows.map(({ label }, index) => [rowField(index, 'label'), label])),
    errors,
  }
  const labels = Object.fromEntries(
    rows.map((_, index) => [rowField(index, 'label'), texts.labelOf(index + 1)]),
  )
  const codes = new Set(rows.map(({ code }) => code))
  const removed = list.filter(({ code }) => !codes.has(code))
  return view({
    title: titleOf(texts.title, entered),
    status: isChanged ? 409 : Object.keys(errors).length > 0 ? 422 : 200,
    body: html`<div class="jb-stack">
      ${pageHead({ title: texts.title, lead: texts.lead })} ${errorSummary(entered, labels)}
      ${isChanged && panel({ title: texts.now, body: html`<ul>${list.map(({ label }) => html`<li>${userText(label)}</li>`)}</ul>` })}
      ${panel({
        title: texts.title,
        body: form({
          action: PATH,
          csrf: visit.csrf,
          operation: newOperation(),
          submit: { label: texts.save, icon: 'check' },
          call: copyable(visit.deps.env, replaceRejectionReasons, { body: list }, { 'If-Match': etag }),
          body: [
            // Enter in a line saves: it presses the first button.
            html`<div class="visually-hidden"><button type="submit" tabindex="-1" aria-hidden="true"></button><input type="hidden" name="etag" value=${etag} /></div>`,
            rows.length === 0 && html`<p class="jb-muted">${texts.none}</p>`,
            rows.map((row, index) => line(entered, row, index)),
            html`<div>${button({ label: texts.add, icon: 'plus', tone: 'secondary', ...pressed('add', rows.length) })}</div>`,
            removed.length > 0 && !isChanged && removedNotice(removed),
          ],
        }),
      })}
    </div>`,
  })
}

function line(entered: Entered, { code }: Row, index: number): Html {
  const position = index + 1
  const act = (intent: 'up' | 'down' | 'remove', to: number) =>
    button({
      label: texts[intent](position),
      icon: intent === 'remove' ? 'trash' : intent,
      tone: 'secondary',
      isIconOnly: true,
      ...pressed(`${intent}.${index}`, to),
    })
  return html`<div class="jb-stack-tight" id=${`reason-${index}`}>
    ${field(entered, {
      type: 'text',
      name: rowField(index, 'label'),
      label: texts.labelOf(position),
      hint: code === '' ? texts.newCode : texts.code(code),
      maxLength: MAX_LINE_LENGTH,
      autocomplete: 'off',
    })}
    <input type="hidden" name=${rowField(index, 'code')} value=${code} />
    <div class="jb-actions">${act('up', index - 1)}${act('down', index + 1)}${act('remove', index - 1)}</div>
  </div>`
}

/** A button that sends the form, which comes back changed and is not stored. */
function pressed(value: string, to: number) {
  return { name: 'intent', value, isUnchecked: true, action: `${PATH}#reason-${Math.max(0, to)}` }
}

function removedNotice(removed: readonly RejectionReason[]): Html {
  const names = html`<ul class="jb-plain-list">${removed.map(({ label }) => html`<li>${userText(label)}</li>`)}</ul>`
  return notice({ tone: 'warning', title: texts.removed, body: [names, texts.removedEffect] })
}

// `/3/label` is the field `reason.3.label`; a code is made of the words.
function nameOf(pointer: string): string {
  const index = /^\/(\d+)/.exec(pointer)?.[1]
  return index === undefined ? '' : rowField(Number(index), 'label')
}
