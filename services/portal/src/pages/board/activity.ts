import { listApplicationHistory } from '@jobboard/contracts/applications/endpoints'
import { listNotes } from '@jobboard/contracts/applications/notes'
import { getJobScorecardTemplate } from '@jobboard/contracts/applications/scorecard-templates'
import { listScorecards } from '@jobboard/contracts/applications/scorecards'
import { listEmployerUsers } from '@jobboard/contracts/employers/users'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_PAGE_SIZE } from '@jobboard/contracts/limits'
import { badge, notice, panel } from '@jobboard/html/blocks'
import { type Child, type Html, html } from '@jobboard/html/html'
import { type IconName, icon } from '@jobboard/html/icon'
import { pageNumber, pager } from '@jobboard/html/table'
import { definitions, userText, when } from '@jobboard/html/values'
import type { Visit } from '../../http/page.ts'
import { orNone } from '../../peers/ask.ts'
import { addressAt } from './place.ts'
import { type Dossier, type LongTexts, openTexts } from './reading.ts'
import { verdicts } from './scorecards.ts'

const PAGE_SIZE = 50

type Change = ResponseBody<typeof listApplicationHistory>['items'][number]
type Note = ResponseBody<typeof listNotes>[number]
type Scorecard = ResponseBody<typeof listScorecards>[number]

/** Something that happened with an application. */
type Entry = { at: string } & (
  | { kind: 'move'; it: Change }
  | { kind: 'note'; it: Note }
  | { kind: 'scorecard'; it: Scorecard }
  | { kind: 'arrival' }
)

interface Shown extends Pick<Dossier, 'application' | 'masked' | 'place' | 'reasons'> {
  long: LongTexts
  /** Names by user; without accounts, and of users who left, some are missing. */
  users: Map<number, string>
}

/** The moves, notes and scorecards of an application, newest first, by page. Calls in sequence: 1, on a page that does not
 * exist 2. */
export async function activityPart(visit: Visit, dossier: Dossier): Promise<Html> {
  const { application, place } = dossier
  const { id, jobId, appliedAt } = application
  const asked = /^[1-9]\d?$/.test(visit.query.page ?? '') ? Number(visit.query.page) : 1
  const readChanges = (page: number) =>
    visit.ask(listApplicationHistory, { query: { page, pageSize: MAX_PAGE_SIZE } }, { isHidden: page > 1 })
  // A page begins at most as many moves below the newest as there are entries before it.
  const pages = Math.ceil((asked * PAGE_SIZE) / MAX_PAGE_SIZE)
  const [changes, notes, scorecards, users, template] = await Promise.all([
    Promise.all(Array.from({ length: pages }, (_, index) => readChanges(index + 1))),
    visit.ask(listNotes),
    visit.ask(listScorecards),
    visit.part('accounts', () => visit.ask(listEmployerUsers, {}, { isHidden: true })),
    orNone(visit.ask(getJobScorecardTemplate, { params: { jobId } }, { isHidden: true }), 'not_found'),
  ])
  const total = changes[0]!.total + notes.length + scorecards.length + 1
  const page = pageNumber(String(asked), total, PAGE_SIZE)
  const all: Entry[] = [
    ...changes.flatMap(({ items }) => items.map((it) => ({ kind: 'move', at: it.changedAt, it }) as const)),
    ...notes.map((it) => ({ kind: 'note', at: it.createdAt, it }) as const),
    ...scorecards.map((it) => ({ kind: 'scorecard', at: it.updatedAt, it }) as const),
    { kind: 'arrival', at: appliedAt },
  ]
  const entries = all
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const shown: Shown = {
    ...dossier,
    long: openTexts(visit, place, entries.flatMap(textsOf)),
    users: new Map(users?.map((user) => [user.id, user.name])),
  }
  const items = await Promise.all(entries.map((entry, index) => entryOf(visit, shown, entry, index)))
  return panel({
    title: 'Activity',
    body: [
      template?.hideOthersUntilSubmitted &&
        notice({
          tone: 'info',
          body: 'Scorecards of others are shown for each stage for which you have saved your own.',
        }),
      html`<ol class="jb-timeline list-unstyled">${items}</ol>`,
      total > PAGE_SIZE &&
        pager({
          page,
          pageSize: PAGE_SIZE,
          total,
          href: (to) => addressAt(id, place, '', { page: String(to) }),
        }),
    ],
  })
}

function textsOf(entry: Entry): string[] {
  if (entry.kind === 'note') return [entry.it.text]
  if (entry.kind === 'scorecard') return [entry.it.comments ?? '']
  return entry.kind === 'move' ? [entry.it.note ?? '', entry.it.rejectionReason?.text ?? ''] : []
}

async function entryOf(visit: Visit, shown: Shown, entry: Entry, index: number): Promise<Html> {
  if (entry.kind === 'note') return noteEntry(visit, shown, entry.it)
  if (entry.kind === 'scorecard') return scorecardEntry(visit, shown, entry.it, index)
  if (entry.kind === 'move') return moveEntry(visit, shown, entry.it)
  const applied = { image: 'user', what: 'Applied', who: 'the candidate', at: entry.at } as const
  return line(visit, applied, null)
}

/** One entry: what happened, by whom and when, and beside it what can be done. */
function line(
  { zone }: Visit,
  { image, what, who, at, beside }: { image: IconName; what: Child; who: Child; at: string; beside?: Child },
  body: Child,
): Html {
  return html`<li>
    <span class="jb-timeline-mark rounded-circle bg-body-secondary text-body-secondary" aria-hidden="true">${icon(image)}</span>
    <div class="vstack gap-1">
      <div class="jb-entry-head d-flex flex-wrap gap-1 justify-content-between">
        <span><strong>${what}</strong> <span class="text-body-secondary">${who} · ${when(at, zone)}</span></span>${beside}
      </div>
      ${body}
    </div>
  </li>`
}

async function moveEntry(visit: Visit, shown: Shown, change: Change): Promise<Html> {
  const { id, previousStatus, status, note, authorUserId, authorKeyId, rejectionReason } = change
  const author = authorUserId === null ? `API key ${authorKeyId}` : authorOf(visit, shown, authorUserId)
  const what = status === previousStatus ? `Note in ${status}` : `${previousStatus} → ${status}`
  const who = change.changedBy === 'Candidate' ? 'the candidate' : author
  const { reasons, masked, long } = shown
  const label = reasons.find(({ code }) => code === rejectionReason?.code)?.label ?? rejectionReason?.code
  return line(visit, { image: 'move', what, who, at: change.changedAt }, [
    rejectionReason && html`<div>${userText(`Reason: ${label}`)}</div>`,
    rejectionReason?.text && (await long.show(`reason-${id}`, rejectionReason.text, masked)),
    note && (await long.show(`change-${id}`, note, masked)),
  ])
}

async function noteEntry(visit: Visit, shown: Shown, note: Note): Promise<Html> {
  const { id, text, level, authorUserId, createdAt, updatedAt } = note
  const { application, place, masked, long } = shown
  const isOwn = authorUserId === visit.person.id
  const head = {
    image: 'note',
    what: level === 'candidate' ? 'Note about the candidate' : 'Note',
    who: authorOf(visit, shown, authorUserId),
    at: createdAt,
    beside: [
      updatedAt !== createdAt && html`<span class="text-body-secondary">edited</span>`,
      isOwn && html`<a href=${addressAt(application.id, place, `/notes/${id}`)}>Edit</a>`,
    ],
  } as const
  return line(visit, head, await long.show(`note-${id}`, text, isOwn ? undefined : masked))
}

async function scorecardEntry(
  visit: Visit,
  shown: Shown,
  { stage, authorUserId, recommendation, comments, ratings, updatedAt }: Scorecard,
  index: number,
): Promise<Html> {
  const { application, place, masked, long } = shown
  const isOwn = authorUserId === visit.person.id
  const mask = async (text: string) => (isOwn ? text : masked(text))
  const rated: [string, string][] = []
  for (const { criterion, score } of ratings) rated.push([await mask(criterion), `${score} / 5`])
  const { label, tone } = verdicts[recommendation]
  const edit = addressAt(application.id, place, '/scorecard', { stage })
  const head = {
    image: 'star',
    what: ['Scorecard: ', html`<span dir="auto">${await mask(stage)}</span>`],
    who: authorOf(visit, shown, authorUserId),
    at: updatedAt,
    beside: isOwn && html`<a href=${edit}>Edit</a>`,
  } as const
  return line(visit, head, [
    html`<p>${badge({ text: label, tone })}</p>`,
    comments !== null && (await long.show(`scorecard-${index}`, comments, isOwn ? undefined : masked)),
    rated.length > 0 && definitions(rated),
  ])
}

/** The name of a user, or what is known of them. */
function authorOf(visit: Visit, { users }: Shown, userId: number): Html | string {
  if (userId === visit.person.id) return 'you'
  const name = users.get(userId)
  if (name !== undefined) return userText(name)
  // Without accounts nobody's name is known.
  return users.size === 0 ? `user ${userId}` : `former user ${userId}`
}
