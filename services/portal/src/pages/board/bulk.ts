import { applicationStatuses } from '@jobboard/contracts/applications/application'
import { changeApplications } from '@jobboard/contracts/applications/bulk'
import { getApplication } from '@jobboard/contracts/applications/endpoints'
import type { BulkItem } from '@jobboard/contracts/applications/shown'
import { MAX_BULK_ITEMS, MAX_TAG_LENGTH } from '@jobboard/contracts/limits'
import { pathId } from '@jobboard/contracts/text'
import { empty, notice, panel } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { definitions, number, userText } from '@jobboard/html/values'
import { type FormData, list, text } from '../../http/form.ts'
import {
  fragment,
  get,
  type Outcome,
  type Page,
  redirect,
  screen,
  type View,
  type Visit,
} from '../../http/page.ts'
import { askPrice } from '../../http/visit.ts'
import { command } from '../../kit/command.ts'
import { type Fields, fields, optionsOf } from '../../kit/fields.ts'
import { orNone } from '../../peers/ask.ts'
import { type Act, acts, movers, bulkPath as path } from './card.ts'
import { moveFields, note, reasonFields, rejection } from './move.ts'
import { readChoices } from './search.ts'

/** Names of refused applications that are read; the others are shown by number. */
const MAX_NAMES = 10

const tags = fields(undefined, {
  addTags: { type: 'text', label: 'Tag to add', maxLength: MAX_TAG_LENGTH, required: false },
  removeTags: { type: 'text', label: 'Tag to remove', maxLength: MAX_TAG_LENGTH, required: false },
})

const bulkFields: Fields = {
  labels: { ...moveFields.labels, ...tags.labels },
  read: () => ({}),
  show(entered, more) {
    const act = actOf(entered.values)
    if (act === 'move') return moveFields.show(entered, more)
    if (act === 'reject') return [...rejection.show(entered, more), ...note.show(entered, more)]
    return act === 'tag' ? tags.show(entered, more) : note.show(entered, ALONE)
  },
}

const CHOICE = { options: optionsOf(applicationStatuses, 'Choose a status'), required: true }
const ALONE = { note: { label: 'Note', required: true } }

function actOf(sent: FormData): Act {
  const act = text(sent, 'do')
  return act in acts ? (act as Act) : 'move'
}

function idsOf(sent: FormData): string[] {
  return [...new Set(list(sent, 'ids'))].filter((id) => pathId().safeParse(id).success)
}

/** The list or board that the applications were chosen on. */
function backOf(sent: FormData): string {
  const back = text(sent, 'back')
  return /^\/(applications|jobs\/\d+\/(applications|board))(\?|$)/.test(back) ? back : '/applications'
}

const statusOf = (sent: FormData) => (actOf(sent) === 'reject' ? 'Rejected' : text(sent, 'status'))

/** To reject several is done by a second form, which says what would happen. */
const isToConfirm = (sent: FormData) =>
  statusOf(sent) === 'Rejected' && idsOf(sent).length > 1 && text(sent, 'confirmed') !== 'yes'

const count = (n: number) => (n === 1 ? '1 application' : `${number(n)} applications`)

const change = command({
  path,
  roles: movers,
  size: 'note',
  call: changeApplications,
  fields: bulkFields,
  body(sent) {
    const act = actOf(sent)
    const status = ['move', 'reject'].includes(act) ? statusOf(sent) || null : null
    const code = text(sent, 'reason')
    const from = text(sent, 'from')
    return {
      ids: idsOf(sent).map(Number),
      status,
      ...(from && status && { expectedStatus: from }),
      note: act === 'tag' ? null : text(sent, 'note') || null,
      rejectionReason:
        status === 'Rejected' && code ? { code, text: text(sent, 'reasonText') || null } : null,
      ...(act === 'tag' && {
        addTags: list(sent, 'addTags').filter(Boolean),
        removeTags: list(sent, 'removeTags').filter(Boolean),
      }),
    }
  },
  fieldOf(pointer, sent) {
    const field = pointer.split('/')[1] ?? ''
    const own = { move: 'status', reject: 'reason', tag: 'addTags', note: 'note' }[actOf(sent)]
    if (pointer.startsWith('/rejectionReason/text')) return 'reasonText'
    return { ids: '', status: own, expectedStatus: own, rejectionReason: 'reason' }[field] ?? field
  },
  submit: { label: 'Change' },
  check: ({ form }) =>
    actOf(form) === 'move' && text(form, 'status') === '' ? { status: 'Choose a status.' } : undefined,
  async act(visit, input) {
    const { form, operation } = visit
    if (!isToConfirm(form)) return visit.ask(changeApplications, input, { operation })
    const { items = [] } = await askPrice(visit, changeApplications, input)
    return { items }
  },
  again: showBulk,
  done: (visit, { items }) =>
    isToConfirm(visit.form) ? showConfirmation(visit, items) : showDone(visit, items),
})

/** `GET /applications/bulk?ids=31&ids=32&do=reject`: the form that changes them. */
async function showBulk(visit: Visit): Promise<View> {
  const sent = visit.refused?.values ?? (visit.request.query as FormData)
  const [ids, act, back, from] = [idsOf(sent), actOf(sent), backOf(sent), text(sent, 'from')]
  const { label, icon: image } = acts[act]
  const title = act === 'note' ? `Note on ${count(ids.length)}` : `${label} ${count(ids.length)}`
  const up = { href: back, label: 'Back' }
  if (ids.length === 0 || ids.length > MAX_BULK_ITEMS) {
    const said =
      ids.length === 0
        ? { title: 'Nothing is chosen', text: 'Tick applications on a board or in a list first.' }
        : { title: 'Too many are chosen', text: `Choose at most ${MAX_BULK_ITEMS} at once.` }
    const body = html`<div data-bulk="" data-title="Change applications">${empty(said)}</div>`
    const status = ids.length === 0 ? 200 : 422
    // A command shows again what it has refused; a page beside it does not.
    return screen({ ...visit, refused: undefined }, { title: 'Change applications', back: up, status, body })
  }
  const { reasons, tags: labels } = await readChoices(visit)
  const suggestions = { suggestions: labels }
  const shown = change.form(visit, {
    values: { do: act, ids },
    hidden: { ids, do: act, back, ...(from && { from }) },
    fields: {
      status: CHOICE,
      ...reasonFields(visit, reasons),
      addTags: suggestions,
      removeTags: suggestions,
    },
    submit: { label: title, icon: image, tone: act === 'reject' ? 'danger' : 'primary' },
    beside: cancel(back),
  })
  return screen(visit, {
    title,
    back: up,
    body: html`<section class="card"><div class="card-body vstack gap-4" data-bulk="" data-title=${title}>${shown}</div></section>`,
  })
}

const cancel = (back: string) => html`<a class="btn btn-secondary" href=${back} data-cancel="">Cancel</a>`

async function showConfirmation(visit: Visit, items: readonly BulkItem[]): Promise<View> {
  const { form: sent } = visit
  const back = backOf(sent)
  const fit = items.filter(({ ok }) => ok).length
  const { reasons } = await readChoices(visit)
  const reason = reasons.find(({ code }) => code === text(sent, 'reason'))?.label
  const given = {
    Reason: reason ? userText(reason) : 'None',
    'More about the reason': text(sent, 'reasonText') && userText(text(sent, 'reasonText'), { lines: 3 }),
    Note: text(sent, 'note') && userText(text(sent, 'note'), { lines: 3 }),
  }
  const { csrf: _, operation: __, as: ___, ...kept } = sent as Record<string, string | string[]>
  const label = `Reject ${count(fit)}`
  const shown = change.form(visit, {
    hidden: { ...kept, ids: idsOf(sent), confirmed: 'yes' },
    values: sent,
    fields: { status: false, reason: false, reasonText: false, note: false },
    submit: { label, icon: 'cross', tone: 'danger', disabled: fit === 0 },
    beside: cancel(back),
  })
  return screen(visit, {
    title: `${label}?`,
    back: { href: back, label: 'Back' },
    body: html`<section class="card"><div class="card-body vstack gap-4" data-bulk="" data-title=${`${label}?`}>
      <p>Nothing is done yet. The candidates will see the new status, never the reason or the note. No mail is sent.</p>
      ${definitions(given)} ${await refusedItems(visit, items)} ${shown}
    </div></section>`,
  })
}

/** What has become of them: for the script of a board or list a fragment, else the page before or, where some were refused,
 * one that says which. */
async function showDone(visit: Visit, items: readonly BulkItem[]): Promise<Outcome> {
  const { form: sent } = visit
  const back = backOf(sent)
  const done = items.filter(({ ok }) => ok).length
  const what = acts[actOf(sent)].done(statusOf(sent))
  const said =
    done === items.length ? `${count(done)} ${what}.` : `${number(done)} of ${count(items.length)} ${what}.`
  const refused = await refusedItems(visit, items)
  if (text(sent, 'as') === 'card') {
    const results = JSON.stringify(items.map(({ id, ok, status }) => ({ id, ok, status })))
    return fragment(html`<div data-items=${results} data-said=${said}><p>${said}</p>${refused}</div>`)
  }
  if (!refused) return redirect(back, said)
  return screen(visit, {
    title: said,
    back: { href: back, label: 'Back' },
    body: panel({ title: 'Left as they are', body: refused }),
  })
}

/** The applications that were refused or would be, each with its reason; null where there are none. */
async function refusedItems(visit: Visit, items: readonly BulkItem[]): Promise<Html | null> {
  const refused = items.filter(({ ok }) => !ok)
  if (refused.length === 0) return null
  const names = await Promise.all(
    refused.slice(0, MAX_NAMES).map(async ({ id }) => {
      const reading = visit.ask(getApplication, { params: { id } }, { isHidden: true })
      return (await visit.part('pipeline', () => orNone(reading, 'not_found')))?.name
    }),
  )
  const nameOf = (id: number, index: number) => names[index] ?? `Application ${id}`
  const rows = refused.map(({ id, code, message }, index) => {
    const why =
      code === 'precondition_failed' ? 'Somebody moved it meanwhile, so it stays as it is.' : message
    return html`<li class="d-flex flex-wrap column-gap-3"><a href=${`/applications/${id}`}>${userText(nameOf(id, index), { lines: 1 })}</a><span class="text-body-secondary">${why}</span></li>`
  })
  const title = `${count(refused.length)} left as ${refused.length === 1 ? 'it is' : 'they are'}`
  return html`<div>${notice({ tone: 'warning', title, body: html`<ul class="jb-link-list list-unstyled vstack gap-2">${rows}</ul>` })}</div>`
}

export const bulkPages: Page[] = [get(path, movers, showBulk), change]
