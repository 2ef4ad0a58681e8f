import { MAX_NOTE_LENGTH } from '@jobboard/contracts/limits'
import { badge, linkButton, panel, type Tone } from '../../html/blocks.ts'
import { type Entered, field } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { definitions, number, userText, when } from '../../html/values.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { texts } from './application-texts.ts'
import type { Dossier } from './dossier.ts'

/** Notes and scorecards that the page shows; all of them with `?all=yes`. */
const SHOWN = 20

/** The form for a note: what a person comes to the page for, so it stands before everything that is read. */
export function newNotePart(visit: Visit, { application }: Dossier, entered: Entered): Html {
  const { notes: says } = texts
  return panel({
    title: says.newTitle,
    body: form({
      action: `/applications/${application.id}/notes`,
      csrf: visit.csrf,
      operation: newOperation(),
      submit: { label: says.add, tone: 'secondary', icon: 'note' },
      body: [
        field(entered, {
          type: 'textarea',
          name: 'text',
          label: says.text,
          hint: says.textHint,
          maxLength: MAX_NOTE_LENGTH,
          rows: 3,
        }),
        field(
          { ...entered, values: { level: 'application', ...entered.values } },
          {
            type: 'select',
            name: 'level',
            label: says.about,
            options: [
              { value: 'application', label: says.aboutApplication },
              { value: 'candidate', label: says.aboutCandidate },
            ],
          },
        ),
      ],
      call: {
        method: 'POST',
        url: `${visit.deps.env.PUBLIC_API_URL}/api/v1/applications/${application.id}/notes`,
        headers: { Authorization: 'Bearer $API_KEY', 'Content-Type': 'application/json' },
        body: { text: '…', level: 'application' },
      },
    }),
  })
}

export async function notesPart(visit: Visit, dossier: Dossier): Promise<Html> {
  const { notes: says } = texts
  const { application, notes, masked, long } = dossier
  const shown = visit.query.all === 'yes' ? notes : notes.slice(0, SHOWN)
  const items: Html[] = []
  for (const { id, text, level, authorUserId, createdAt, updatedAt } of shown) {
    const isOwn = authorUserId === visit.person.id
    items.push(html`<li>
      <div class="jb-entry-head">
        <span><strong>${authorOf(visit, dossier, authorUserId)}</strong> <span class="jb-muted">${when(createdAt, visit.zone)}${updatedAt !== createdAt && ` · ${says.edited}`}</span></span>
        ${isOwn && html`<a href=${`/applications/${application.id}/notes/${id}`}>${says.edit}</a>`}
      </div>
      ${level === 'candidate' && html`<p>${badge({ text: says.candidate })}</p>`}
      ${await long.colleagues.show(`note-${id}`, text, isOwn ? undefined : masked)}
    </li>`)
  }
  return panel({
    title: says.title,
    body: [
      items.length === 0
        ? html`<p class="jb-muted">${says.none}</p>`
        : html`<ul class="jb-entries">${items}</ul>`,
      allLink(application.id, shown.length, notes.length),
    ],
  })
}

const recommendationTones: Record<string, Tone | 'neutral'> = {
  StrongNo: 'danger',
  No: 'warning',
  Hold: 'neutral',
  Yes: 'success',
  StrongYes: 'success',
}

export async function scorecardsPart(visit: Visit, dossier: Dossier): Promise<Html> {
  const { scorecards: says } = texts
  const { application, scorecards, masked, long } = dossier
  const path = `/applications/${application.id}/scorecard`
  const shown = visit.query.all === 'yes' ? scorecards : scorecards.slice(0, SHOWN)
  const items: Html[] = []
  for (const { stage, authorUserId, recommendation, comments, ratings, updatedAt } of shown) {
    const isOwn = authorUserId === visit.person.id
    const rated: { term: string; value: string }[] = []
    for (const { criterion, score } of ratings) {
      rated.push({ term: isOwn ? criterion : await masked(criterion), value: `${score} / 5` })
    }
    items.push(html`<li>
      <div class="jb-entry-head">
        <span><strong dir="auto">${isOwn ? stage : await masked(stage)}</strong> <span class="jb-muted">${authorOf(visit, dossier, authorUserId)} · ${when(updatedAt, visit.zone, 'date')}</span></span>
        ${isOwn && html`<a href=${`${path}?stage=${encodeURIComponent(stage)}`}>${says.edit}</a>`}
      </div>
      <p>${badge({ text: texts.recommendations[recommendation], tone: recommendationTones[recommendation] ?? 'neutral' })}</p>
      ${comments !== null && (await long.colleagues.show(`scorecard-${items.length}`, comments, isOwn ? undefined : masked))}
      ${rated.length > 0 && definitions(rated)}
    </li>`)
  }
  return panel({
    title: says.title,
    actions: linkButton({ href: path, label: says.write, icon: 'star' }),
    body: [
      items.length === 0
        ? html`<p class="jb-muted">${says.none}</p>`
        : html`<ul class="jb-entries">${items}</ul>`,
      allLink(application.id, shown.length, scorecards.length),
    ],
  })
}

function allLink(id: number, shown: number, all: number): Html | false {
  return (
    shown < all &&
    html`<p><a href=${`/applications/${id}?all=yes`}>${texts.application.showAll(number(all))}</a></p>`
  )
}

/** The name of a user, or what is known of them. */
export function authorOf(visit: Visit, { users }: Dossier, userId: number): Html | string {
  if (userId === visit.person.id) return texts.history.you
  const name = users.get(userId)
  if (name !== undefined) return userText(name)
  // Without accounts nobody's name is known.
  return users.size === 0 ? texts.history.user(String(userId)) : texts.history.formerUser(String(userId))
}
