import { assignTag, removeTag } from '@jobboard/contracts/applications/tags'
import { MAX_TAG_LENGTH } from '@jobboard/contracts/limits'
import { linkButton, notice, panel } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { icon } from '@jobboard/html/icon'
import { pager } from '@jobboard/html/table'
import { definitions, number, userText, when } from '@jobboard/html/values'
import { text } from '../../http/form.ts'
import { type Outcome, type Page, redirect, type View } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { command } from '../../kit/command.ts'
import { fields } from '../../kit/fields.ts'
import { screen } from '../../kit/screen.ts'
import { phoneLink } from '../../parts/phone.ts'
import { orNone } from '../../peers/ask.ts'
import { answersPart, assessmentPart, coverLetterPart, profilePart } from './candidate.ts'
import { aiBadge, movers, readers, statusBadge } from './card.ts'
import { moveCommand, reasonFields, statusOf } from './move.ts'
import { newNoteCommand, notesPart } from './notes.ts'
import { authorOf, type Dossier, readDossier, seesContact } from './reading.ts'
import { scorecardsPart } from './scorecards.ts'

const path = '/applications/:applicationId'
const types = { Api: 'With an assistant or an app', Web: 'On the web', Email: 'By e-mail' }

/** `GET /applications/:applicationId`, and the page of a refused form. Calls in sequence: 2. */
async function showApplication(visit: Visit): Promise<View> {
  const dossier = await readDossier(visit, visit.params.applicationId!)
  const { application, reasons } = dossier
  const { name, jobTitle, status, erasedAt, withdrawnAt } = application
  const [main, side] = await Promise.all([
    Promise.all([
      factsPart(visit, dossier),
      assessmentPart(visit, dossier),
      coverLetterPart(dossier),
      answersPart(dossier),
      profilePart(dossier),
    ]),
    Promise.all([
      notesPart(visit, dossier),
      tagsPart(visit, dossier),
      scorecardsPart(visit, dossier),
      historyPart(visit, dossier),
    ]),
  ])
  const mover =
    movers.includes(visit.person.role) &&
    panel({
      title: 'Move to another status',
      body: move.form(visit, {
        values: { from: status },
        hidden: { from: status },
        fields: reasonFields(visit, reasons),
      }),
    })
  return screen(visit, {
    title: name,
    heading: userText(name, { lines: 2 }),
    lead: userText(`Application for ${jobTitle}`, { lines: 2 }),
    tabs: neighboursOf(dossier),
    ...(visit.refused && { status: statusOf(visit.refused) }),
    body: html`<div class="jb-application vstack gap-4">
      ${erasedAt && notice({ tone: 'warning', title: 'This candidate was erased', body: html`<span>${when(erasedAt, visit.zone)}. The personal data is deleted for good. What is left is kept for your figures.</span>` })}
      ${withdrawnAt && notice({ tone: 'info', title: 'The candidate withdrew this application', body: html`<span>${when(withdrawnAt, visit.zone)}. ${status !== 'Withdrawn' && 'It was moved afterwards, and the candidate sees its status.'}</span>` })}
      <div class="jb-application-columns">
        <div class="vstack gap-4 jb-application-acts">
          ${mover} ${panel({ title: 'New note', body: newNote.form(visit, { values: { level: 'application' } }) })}
        </div>
        <div class="vstack gap-4 jb-application-main">${main}</div>
        <div class="vstack gap-4">${side}</div>
      </div>
    </div>`,
  })
}

/** The board, and the applications before and after this one in its column, where it is among the first 100. */
function neighboursOf({ application: { id, jobId, status }, column }: Dossier): Html {
  const { ids, total } = column ?? { ids: [], total: 0 }
  const at = ids.indexOf(id)
  const link = (other: number | undefined, rel: 'prev' | 'next') =>
    other &&
    html`<a class="btn btn-secondary" rel=${rel} href=${`/applications/${other}`}>
      ${rel === 'prev' ? [icon('previous'), html`<span>Previous</span>`] : [html`<span>Next</span>`, icon('next')]}
    </a>`
  return html`<nav class="jb-pager jb-neighbours hstack flex-wrap gap-3 justify-content-between d-print-none" aria-label="Applications with this status">
    <span class="text-body-secondary">${at < 0 ? status : `${number(at + 1)} of ${number(total)} in ${status}`}</span>
    <span class="jb-actions hstack flex-wrap gap-2">
      ${linkButton({ href: `/jobs/${jobId}/board`, label: 'Board', icon: 'board' })}
      ${at >= 0 && [link(ids[at - 1], 'prev'), link(ids[at + 1], 'next')]}
    </span>
  </nav>`
}

/** Status, times, how it was sent, and how to reach the candidate. */
async function factsPart(visit: Visit, { application, reasons, long }: Dossier): Promise<Html> {
  const { zone, now } = visit
  const { status, updatedAt, appliedAt, applicationType, isAiAssisted, rejectionReason } = application
  const { email, phone, city, country, resumeUrl, profile } = application
  const links = [profile.linkedInUrl, profile.gitHubUrl, profile.websiteUrl].filter((url) => url !== null)
  const place = [city, country].filter(Boolean).join(', ')
  const rejection =
    rejectionReason &&
    html`<div class="vstack gap-1">${userText(labelOf(reasons, rejectionReason.code))}${rejectionReason.text && (await long.colleagues.show('rejection', rejectionReason.text))}</div>`
  const contact = {
    'E-mail': email && html`<a href=${`mailto:${encodeURIComponent(email)}`}>${userText(email)}</a>`,
    Phone: phone && phoneLink(phone),
    Place: place && userText(place),
    Links: links.length > 0 && html`<span class="vstack gap-1">${links.map(outside)}</span>`,
    Résumé: resumeUrl && outside(resumeUrl),
  }
  const facts = {
    Status: html`<span class="jb-actions hstack flex-wrap gap-2">${statusBadge(status)}<span class="text-body-secondary">${when(updatedAt, zone, 'relative', now)}</span></span>`,
    Applied: when(appliedAt, zone),
    How: html`<span class="jb-actions hstack flex-wrap gap-2">${types[applicationType]}${isAiAssisted && aiBadge()}</span>`,
    'Rejected because': rejection,
    ...(seesContact(visit) && contact),
  }
  const hidden =
    !seesContact(visit) &&
    html`<p class="text-body-secondary">Contact details are not shown to interviewers.</p>`
  return panel({ title: 'At a glance', body: [definitions(facts), hidden] })
}

function outside(url: string): Html {
  return html`<a href=${url} rel="noreferrer noopener" target="_blank">${userText(url, { lines: 1 })}</a>`
}

function labelOf(reasons: Dossier['reasons'], code: string): string {
  return reasons.find((reason) => reason.code === code)?.label ?? code
}

function tagsPart(visit: Visit, { application, labels }: Dossier): Html {
  const { tags, erasedAt } = application
  const mayTag = movers.includes(visit.person.role)
  const suggestions = labels.filter((label) => !tags.includes(label))
  return panel({
    title: 'Tags',
    body: [
      tags.length === 0
        ? html`<p class="text-body-secondary">No tags yet.</p>`
        : html`<ul class="jb-chips list-unstyled hstack flex-wrap gap-1">
            ${tags.map((label) => html`<li class="badge rounded-pill bg-body-secondary text-body"><span dir="auto">${label}</span>${mayTag && removeForm(visit, label)}</li>`)}
          </ul>`,
      mayTag && erasedAt === null && addTag.form(visit, { fields: { label: { suggestions } } }),
    ],
  })
}

function removeForm({ csrf, params }: Visit, label: string): Html {
  const name = `Remove the tag ${label}`
  return html`<form method="post" action=${`${addressOf(params)}/tags/remove`} data-once="">
    <input type="hidden" name="csrf" value=${csrf} />
    <input type="hidden" name="operation" value=${newOperation()} />
    <input type="hidden" name="label" value=${label} />
    <button class="jb-chip-remove" aria-label=${name} title=${name}>${icon('cross')}</button>
  </form>`
}

async function historyPart(visit: Visit, dossier: Dossier): Promise<Html> {
  const { application, history, masked, reasons, long } = dossier
  const { page, pageSize, total } = history
  const items: Html[] = []
  for (const change of history.items) {
    const { previousStatus, status, note, authorUserId, authorKeyId, rejectionReason } = change
    const author = authorUserId === null ? `API key ${authorKeyId}` : authorOf(visit, dossier, authorUserId)
    const what = status === previousStatus ? `Note in ${status}` : `${previousStatus} → ${status}`
    items.push(html`<li>
      <div><strong>${what}</strong></div>
      <div class="text-body-secondary">${change.changedBy === 'Candidate' ? 'the candidate' : author} · ${when(change.changedAt, visit.zone)}</div>
      ${rejectionReason && html`<div>${userText(`Reason: ${labelOf(reasons, rejectionReason.code)}`)}</div>`}
      ${rejectionReason?.text && (await long.colleagues.show(`reason-${items.length}`, rejectionReason.text, masked))}
      ${note && (await long.colleagues.show(`change-${items.length}`, note, masked))}
    </li>`)
  }
  return panel({
    title: 'History',
    body: [
      items.length === 0
        ? html`<p class="text-body-secondary">The application has not moved yet.</p>`
        : html`<ol class="jb-entries list-unstyled vstack gap-3">${items}</ol>`,
      total > pageSize &&
        pager({ page, pageSize, total, href: (to) => `/applications/${application.id}?history=${to}` }),
    ],
  })
}

const move = moveCommand(showApplication)
const newNote = newNoteCommand(showApplication)

const addTag = command({
  path: `${path}/tags`,
  roles: movers,
  form: 'note',
  call: assignTag,
  fields: fields(assignTag.body, {
    label: {
      label: 'New or existing tag',
      hint: 'A tag belongs to the candidate: it shows on all of their applications to you.',
      maxLength: MAX_TAG_LENGTH,
    },
  }),
  example: { label: 'senior' },
  submit: { label: 'Add', tone: 'secondary', icon: 'plus' },
  again: showApplication,
  done: ({ params }, { label }) => redirect(addressOf(params), `Tag added: ${label}`),
})

/** `POST /applications/:applicationId/tags/remove`; one that is removed already is removed. */
async function dropTag({ params, form, operation, ask }: Visit): Promise<Outcome> {
  const label = text(form, 'label')
  await orNone(ask(removeTag, { params: { label } }, { operation }), 'not_found')
  return redirect(addressOf(params), `Tag removed: ${label}`)
}

function addressOf({ applicationId }: Visit['params']): string {
  return `/applications/${encodeURIComponent(applicationId!)}`
}

export const applicationPages: Page[] = [
  { method: 'GET', path, roles: readers, handle: showApplication },
  move.page,
  newNote.page,
  addTag.page,
  { method: 'POST', path: `${path}/tags/remove`, form: 'note', roles: movers, handle: dropTag },
]
