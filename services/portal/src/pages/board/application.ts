import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/applications/application'
import { createNote } from '@jobboard/contracts/applications/notes'
import { assignTag } from '@jobboard/contracts/applications/tags'
import { linkButton, notice, panel, tabs } from '@jobboard/html/blocks'
import { type Child, type Html, html } from '@jobboard/html/html'
import { type IconName, icon } from '@jobboard/html/icon'
import { definitions, number, userText, when } from '@jobboard/html/values'
import { get, type Page, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { type Command, command, type Shown } from '../../kit/command.ts'
import { fields } from '../../kit/fields.ts'
import { seesContact } from '../../parts/applications.ts'
import { locationOf } from '../../parts/facts.ts'
import { phoneLink } from '../../parts/phone.ts'
import { activityPart } from './activity.ts'
import { answersPart, assessmentPart, coverLetterPart, profilePart } from './candidate.ts'
import { aiBadge, movers, readers, statusBadge } from './card.ts'
import { moveCommand, ofMove, reasonFields, rejection, statusOf, withIds } from './move.ts'
import { noteText, removeTagPage, tagsPart } from './notes.ts'
import { addressAt, addressOf, placeOf, sentPlace, type Tab, tabs as tabNames } from './place.ts'
import { type Dossier, readDossier } from './reading.ts'

const path = '/applications/:applicationId'
/** Statuses on the way to a hire. */
const WAY: readonly ApplicationStatus[] = applicationStatuses.slice(
  0,
  applicationStatuses.indexOf('Hired') + 1,
)
const types = { Api: 'With an assistant or an app', Web: 'On the web', Email: 'By e-mail' }

/** `GET /applications/:applicationId?tab=`, and the page of a refused form. Calls in sequence: 2, without a place in the list
 * up to 4. */
async function showApplication(visit: Visit): Promise<View> {
  const dossier = await readDossier(visit, placeOf(visit))
  const { application, place } = dossier
  const { id, name, jobId, jobTitle, status, erasedAt, withdrawnAt } = application
  const links = Object.entries(tabNames).map(([tab, label]) => [
    addressAt(id, { ...place, tab: tab as Tab }),
    label,
  ])
  return screen(visit, {
    title: name,
    heading: html`<span class="hstack flex-wrap gap-2">${userText(name, { lines: 2 })}${statusBadge(status)}</span>`,
    lead: html`<a class="jb-text jb-lines-1" href=${`/jobs/${jobId}`} dir="auto">${jobTitle}</a>`,
    actions: [erasedAt === null && actsOf(visit, dossier), neighboursOf(dossier)],
    tabs: tabs('Parts of this application', Object.fromEntries(links), addressAt(id, place)),
    ...(visit.refused && { status: statusOf(visit.refused) }),
    scripts: ['bulk.js'],
    body: html`<div class="jb-application vstack gap-4">
      ${erasedAt && notice({ tone: 'warning', title: 'This candidate was erased', body: html`<span>${when(erasedAt, visit.zone)}. The personal data is deleted for good. What is left is kept for your figures.</span>` })}
      ${withdrawnAt && notice({ tone: 'info', title: 'The candidate withdrew this application', body: html`<span>${when(withdrawnAt, visit.zone)}. ${status !== 'Withdrawn' && 'It was moved afterwards, and the candidate sees its status.'}</span>` })}
      ${place.tab === 'activity' ? await activityPart(visit, dossier) : await partsOf(visit, dossier)}
    </div>`,
  })
}

/** The parts of a tab. Those of the other tabs are on paper alone. */
async function partsOf(visit: Visit, dossier: Dossier): Promise<Html[]> {
  const [facts, tags, letter, profile, answers, assessment] = await Promise.all([
    factsPart(visit, dossier),
    tagsPart(visit, dossier),
    coverLetterPart(dossier),
    profilePart(dossier),
    answersPart(dossier),
    assessmentPart(visit, dossier),
  ])
  const cv = [
    html`<div class="vstack gap-4 jb-application-side">${facts} ${tags}</div>`,
    html`<div class="vstack gap-4 jb-application-main">${letter} ${profile}</div>`,
  ]
  const parts: [Tab, Child][] = [
    ['cv', cv],
    ['answers', answers],
    ['assessment', assessment],
  ]
  return parts.map(([tab, part]) => {
    const columns = tab === 'cv' ? 'jb-application-columns' : 'jb-application-part'
    const isShown = tab === dossier.place.tab
    return html`<div class=${isShown ? columns : `${columns} d-none d-print-block`}>${part}</div>`
  })
}

/** The applications before and after this one in the list that somebody came from. */
function neighboursOf({ place, neighbours }: Dossier): Html | null {
  if (!neighbours) return null
  const { at, total, isIn, previous, next } = neighbours
  const link = (other: number | undefined, rel: 'prev' | 'next', to: number) => {
    const label = rel === 'prev' ? 'Previous application' : 'Next application'
    return (
      other !== undefined &&
      html`<a class="btn btn-secondary" rel=${rel} href=${addressAt(other, { ...place, at: to })} aria-label=${label} title=${`${label}, key ${rel === 'prev' ? 'K' : 'J'}`}>${icon(rel === 'prev' ? 'previous' : 'next')}</a>`
    )
  }
  return html`<nav class="jb-neighbours hstack gap-2 ms-auto" aria-label="Applications of the list">
    ${link(previous, 'prev', at - 1)}
    <a class="py-1 text-nowrap" href=${`/applications?${place.list}`} title="Back to the list">${isIn ? `${number(at)} of ${number(total)}` : 'Has left the list'}</a>
    ${link(next, 'next', isIn ? at + 1 : at)}
  </nav>`
}

async function factsPart(visit: Visit, { application, reasons, long }: Dossier): Promise<Html> {
  const { zone, now } = visit
  const { status, updatedAt, appliedAt, applicationType, isAiAssisted, rejectionReason } = application
  const { email, phone, resumeUrl, profile } = application
  const links = [profile.linkedInUrl, profile.gitHubUrl, profile.websiteUrl].filter((url) => url !== null)
  const place = locationOf(application)
  const rejection =
    rejectionReason &&
    html`<div class="vstack gap-1">${userText(labelOf(reasons, rejectionReason.code))}${rejectionReason.text && (await long.others.show('rejection', rejectionReason.text))}</div>`
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

const move = moveCommand(showApplication)
const quick = {
  ...ofMove,
  refusals: {
    precondition_failed: {
      '': 'Somebody moved this application meanwhile, and your move was not made. Look at its status, then decide.',
    },
  },
  again: showApplication,
  done: (visit: Visit, { status }: { status: ApplicationStatus }) =>
    redirect(addressOf(visit), `Moved to ${status}.`),
}
// To the next status on the way to a hire.
const advance = command({
  ...quick,
  path: `${path}/advance`,
  example: { status: 'Screened' },
  submit: { label: 'Advance', icon: 'check' },
})
const reject = command({
  ...quick,
  path: `${path}/reject`,
  fields: rejection,
  submit: { label: 'Reject', tone: 'danger', icon: 'cross' },
  moves: true,
})

const newNote = command({
  path: `${path}/notes`,
  roles: readers,
  size: 'note',
  call: createNote,
  fields: fields(createNote.body, {
    text: { ...noteText, rows: 3 },
    level: {
      type: 'select',
      label: 'About',
      options: [
        { value: 'application', label: 'This application' },
        { value: 'candidate', label: 'The candidate, on all of their applications to you' },
      ],
    },
  }),
  example: { text: '…' },
  submit: { label: 'Write note', icon: 'note' },
  again: showApplication,
  done: (visit) => redirect(addressOf(visit), 'The note is written.'),
})
const newTag = command({
  path: `${path}/tags`,
  roles: movers,
  size: 'note',
  call: assignTag,
  fields: fields(assignTag.body, {
    label: {
      label: 'New or existing tag',
      hint: 'A tag belongs to the candidate: it shows on all of their applications to you.',
    },
  }),
  example: { label: 'senior' },
  submit: { label: 'Add', icon: 'plus' },
  again: showApplication,
  done: (visit, { label }) => redirect(addressOf(visit), `Tag added: ${label}`),
})

/** What can be done with an application, in sight on every tab of its page. */
function actsOf(visit: Visit, { application, place, reasons, labels }: Dossier): Child {
  const { id, status, tags } = application
  const isMover = movers.includes(visit.person.role)
  const next = WAY.includes(status) ? WAY[WAY.indexOf(status) + 1] : undefined
  const hidden = { ...sentPlace(place), from: status }
  const ofReason = reasonFields(visit, reasons)
  const ofReject = {
    ...ofReason,
    reason: { ...ofReason.reason, ...(reasons.length > 0 && { hint: false }) },
  }
  const suggestions = labels.filter((label) => !tags.includes(label))
  const isRefused = ({ path }: Command) =>
    visit.refused?.action === path.replace(':applicationId', String(id))
  const act = (label: string, image: IconName, form: Command, more: Shown) =>
    html`<details class="jb-act" name="act" open=${isRefused(form)}>
      <summary class="btn btn-secondary">${icon(image)}<span>${label}</span></summary>
      <div class="jb-act-body card p-3">${form.form(visit, { hidden, ...more })}</div>
    </details>`
  const to = (status: ApplicationStatus) => ({
    hidden: { ...hidden, status },
    values: { from: hidden.from, status },
  })
  // Two forms have the fields of a reason; the summary of errors leads to those of the form that was refused.
  const isOfMove = isRefused(move)
  return [
    isMover &&
      next !== undefined &&
      advance.form(visit, { ...to(next), submit: { label: `Advance to ${next}` } }),
    isMover &&
      status !== 'Rejected' &&
      act('Reject', 'cross', reject, {
        ...to('Rejected'),
        fields: isOfMove ? withIds(ofReject, 'reject') : ofReject,
      }),
    act('Note', 'note', newNote, { values: { level: 'application' } }),
    isMover && [
      act('Tag', 'tag', newTag, { fields: { label: { suggestions } } }),
      act('Move', 'move', move, {
        values: { from: status },
        fields: isOfMove ? ofReason : withIds(ofReason, 'move'),
      }),
    ],
    linkButton({ href: addressAt(id, place, '/scorecard'), label: 'Scorecard', icon: 'star' }),
  ]
}

export const applicationPages: Page[] = [
  get(path, readers, showApplication),
  ...[move, advance, reject, newNote, newTag, removeTagPage],
]
