import { MAX_TAG_LENGTH } from '@jobboard/contracts/limits'
import { panel } from '../../html/blocks.ts'
import { type Entered, field } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { icon } from '../../html/icon.ts'
import { pager } from '../../html/table.ts'
import { userText, when } from '../../html/values.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { texts } from './application-texts.ts'
import { authorOf } from './colleague-parts.ts'
import type { Dossier } from './dossier.ts'
import { movers } from './statuses.ts'
import { texts as shared } from './texts.ts'

export async function tagsPart(
  visit: Visit,
  { application, labels }: Dossier,
  entered: Entered,
): Promise<Html> {
  const { tags: says } = texts
  const { id, tags, erasedAt } = application
  const mayTag = movers.includes(visit.person.role)
  const action = `/applications/${id}/tags`
  return panel({
    title: says.title,
    body: [
      tags.length === 0
        ? html`<p class="jb-muted">${says.none}</p>`
        : html`<ul class="jb-chips">
            ${tags.map((label) => html`<li class="jb-badge jb-tone-neutral"><span dir="auto">${label}</span>${mayTag && removeTagForm(visit, action, label)}</li>`)}
          </ul>`,
      mayTag &&
        erasedAt === null &&
        form({
          action,
          csrf: visit.csrf,
          operation: newOperation(),
          submit: { label: says.add, tone: 'secondary', icon: 'plus' },
          body: field(entered, {
            type: 'text',
            name: 'label',
            label: says.label,
            hint: says.hint,
            maxLength: MAX_TAG_LENGTH,
            suggestions: labels.filter((label) => !tags.includes(label)),
            autocomplete: 'off',
          }),
        }),
    ],
  })
}

function removeTagForm(visit: Visit, action: string, label: string): Html {
  const name = texts.tags.remove(label)
  return html`<form method="post" action=${`${action}/remove`} data-once="">
    <input type="hidden" name="csrf" value=${visit.csrf} />
    <input type="hidden" name="operation" value=${newOperation()} />
    <input type="hidden" name="label" value=${label} />
    <button class="jb-chip-remove" aria-label=${name} title=${name}>${icon('cross')}</button>
  </form>`
}

export async function historyPart(visit: Visit, dossier: Dossier): Promise<Html> {
  const { history: says } = texts
  const { application, history, masked, reasons, long } = dossier
  const items: Html[] = []
  for (const {
    previousStatus,
    status,
    note,
    changedAt,
    changedBy,
    authorUserId,
    authorKeyId,
    rejectionReason,
  } of history.items) {
    const who =
      changedBy === 'Candidate'
        ? says.candidate
        : authorUserId === null
          ? says.key(String(authorKeyId))
          : authorOf(visit, dossier, authorUserId)
    const [from, to] = [shared.statuses[previousStatus], shared.statuses[status]]
    const reason = reasons.find(({ code }) => code === rejectionReason?.code)?.label ?? rejectionReason?.code
    items.push(html`<li>
      <div><strong>${status === previousStatus ? says.noted(to) : says.change(from, to)}</strong></div>
      <div class="jb-muted">${who} · ${when(changedAt, visit.zone)}</div>
      ${reason !== undefined && html`<div>${userText(says.reason(reason))}</div>`}
      ${rejectionReason?.text && (await long.colleagues.show(`reason-${items.length}`, rejectionReason.text, masked))}
      ${note && (await long.colleagues.show(`change-${items.length}`, note, masked))}
    </li>`)
  }
  const { page, pageSize, total } = history
  return panel({
    title: says.title,
    body: [
      items.length === 0
        ? html`<p class="jb-muted">${says.none}</p>`
        : html`<ol class="jb-entries jb-timeline">${items}</ol>`,
      total > pageSize &&
        pager({ page, pageSize, total, href: (to) => `/applications/${application.id}?history=${to}` }),
    ],
  })
}
