import type { ApplicationStatus } from '@jobboard/contracts/applications/application'
import { badge, dialog, type Tone } from '@jobboard/html/blocks'
import { button } from '@jobboard/html/form'
import { type Child, type Html, html } from '@jobboard/html/html'
import { icon } from '@jobboard/html/icon'
import { number, userText } from '@jobboard/html/values'
import type { Visit } from '../../http/page.ts'
import type { Summary, Versioned } from '../../parts/applications.ts'
import type { Role } from '../../person/person.ts'
import { addressAt, type Place } from './place.ts'

/** Who reads applications, and who moves and tags them too. */
export const readers: readonly Role[] = ['EmployerAdmin', 'Recruiter', 'Interviewer']
export const movers: readonly Role[] = ['EmployerAdmin', 'Recruiter']

/** Statuses in which applications end, and nobody works on them. */
export const ENDS: ReadonlySet<ApplicationStatus> = new Set(['Hired', 'Rejected', 'Withdrawn'])
const DAY_MS = 86_400_000
/** From here on the days of an application that waits for its employer stand out. */
const LONG_DAYS = 7
const SHOWN_TAGS = 3

const tones: Partial<Record<ApplicationStatus, Tone>> = {
  New: 'info',
  Offered: 'warning',
  Hired: 'success',
  Rejected: 'danger',
}

export function statusBadge(status: ApplicationStatus): Html {
  return badge({ text: status, tone: tones[status] ?? 'neutral' })
}

/** An application on a board, whose page goes back to a list. */
export function card(
  visit: Pick<Visit, 'person' | 'now'>,
  application: Versioned,
  { list, at }: Pick<Place, 'list'> & Partial<Pick<Place, 'at'>>,
): Html {
  const { id, status, name, headline, version } = application
  const isMover = movers.includes(visit.person.role)
  const move = `Move ${name}`
  return html`<li class="card jb-card jb-board-card gap-1" id=${`card-${id}`} data-card=${id} data-status=${status} data-version=${version} draggable=${isMover ? 'true' : undefined}>
    <div class="jb-board-card-head d-flex gap-1 justify-content-between">
      ${isMover && chooser(application)}${initialsOf(application)}
      <a class="me-auto fw-semibold" href=${addressAt(id, { tab: 'cv', list, at })}>${userText(name, { lines: 2 })}</a>
      ${isMover && html`<button type="button" class="jb-plain jb-board-move" data-dialog="move" aria-label=${move} title="Move">${icon('move')}</button>`}
    </div>
    ${headline && html`<p class="text-body-secondary">${userText(headline, { lines: 2 })}</p>`}
    <div class="hstack flex-wrap gap-1">${badgesOf(visit, application)}${countsOf(application)}</div>
  </li>`
}

/** The box that chooses an application, for the form of `bulkBar`; the script reads what an undo restores. */
export function chooser({ id, name, status, rejectionReason }: Summary): Html {
  const { code, text } = rejectionReason ?? {}
  const reason = code !== undefined && JSON.stringify({ code, text })
  return html`<label class="jb-choose">
    <input class="form-check-input" type="checkbox" form="bulk" name="ids" value=${id} data-status=${status} data-reason=${reason} autocomplete="off" />
    <span class="visually-hidden">${`Choose ${name}`}</span>
  </label>`
}

function initialsOf({ name, erasedAt }: Summary): Html | false {
  const words = name.split(/\s+/).filter(Boolean)
  const initials = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '')
  return (
    erasedAt === null &&
    html`<span class="jb-initials me-1 rounded-circle fw-semibold bg-body-secondary text-body-secondary" aria-hidden="true">${initials.join('').toUpperCase()}</span>`
  )
}

/** How many notes and scorecards there are; what has none shows nothing. */
export function countsOf({ included }: Summary): Html | null {
  const { notes = 0, scorecards = 0 } = included?.counts ?? {}
  const counted = (count: number, name: 'note' | 'star', one: string) => {
    const title = count === 1 ? `1 ${one}` : `${number(count)} ${one}s`
    return (
      count > 0 &&
      html`<span title=${title}>${icon(name)}<span aria-hidden="true">${number(count)}</span><span class="visually-hidden">${title}</span></span>`
    )
  }
  if (notes + scorecards === 0) return null
  return html`<span class="jb-counts hstack gap-2 small text-nowrap text-body-secondary" data-counts="">${counted(notes, 'note', 'note')}${counted(scorecards, 'star', 'scorecard')}</span>`
}

function badgesOf({ now }: Pick<Visit, 'now'>, application: Summary): (Html | null | false)[] {
  const { status, assessmentScore: score, tags, isAiAssisted, erasedAt, withdrawnAt, updatedAt } = application
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(updatedAt)) / DAY_MS))
  const isLate = days >= LONG_DAYS && !ENDS.has(status) && status !== 'Offered'
  const text = days === 0 ? 'today' : days === 1 ? '1 day' : `${days} days`
  const since = days === 0 ? 'Moved here today' : `In this status for ${text}`
  const hidden = html`<span class="visually-hidden">Score </span>`
  return [
    typeof score === 'number' &&
      html`<span class="fw-semibold" title="Score of the assessment">${scoreBadge(score, [hidden, number(score)])}</span>`,
    html`<span title=${since}>${badge({ text, tone: isLate ? 'warning' : 'neutral' })}</span>`,
    isAiAssisted && aiBadge(),
    status === 'Offered' && badge({ text: 'Candidate decides', tone: 'info' }),
    !!withdrawnAt && status !== 'Withdrawn' && badge({ text: 'Withdrawn by the candidate', tone: 'warning' }),
    erasedAt !== null && badge({ text: 'Erased', tone: 'warning' }),
    ...tagBadges(tags),
  ]
}

export function scoreBadge(score: number, text: Child): Html {
  const tone = score >= 75 ? 'success' : score >= 50 ? 'info' : 'neutral'
  return badge({ text, tone })
}

/** Says that the candidate applied with a candidate key (Spec §2). */
export function aiBadge(): Html {
  return html`<span class="badge rounded-pill bg-info-subtle text-info-emphasis hstack gap-1" title="The candidate applied with an assistant.">${icon('ai')}<span>AI-assisted</span></span>`
}

export function tagBadges(tags: readonly string[]): (Html | false)[] {
  return [
    ...tags.slice(0, SHOWN_TAGS).map((label) => {
      return html`<span class="badge rounded-pill jb-board-tag" dir="auto" title=${label}>${label}</span>`
    }),
    tags.length > SHOWN_TAGS && badge({ text: `+${number(tags.length - SHOWN_TAGS)}` }),
  ]
}

/** What is done to all chosen applications, on the page of `bulk.ts`. */
export const acts = {
  move: { label: 'Move', icon: 'move', done: (status: string) => `moved to ${status}` },
  reject: { label: 'Reject', icon: 'cross', done: () => 'rejected' },
  tag: { label: 'Tag', icon: 'tag', done: () => 'tagged' },
  note: { label: 'Note', icon: 'note', done: () => 'noted' },
} as const
export type Act = keyof typeof acts
export const bulkPath = '/applications/bulk'

const keys = { J: 'Next application', K: 'Previous application', '?': 'This help' }
const keysOfMovers = {
  X: 'Choose it; with Shift all up to it',
  Esc: 'Choose none',
  M: 'Move',
  R: 'Reject',
  T: 'Tag',
  N: 'Note',
  U: 'Undo the last move, for 10 seconds',
}

/** What stands below a list or a board, whose applications have a `chooser`: the buttons that change the chosen ones, a
 * dialog for the script, and the undo. */
export function bulkBar({ csrf, person }: Visit, back: string): Html {
  const isMover = movers.includes(person.role)
  return html`<div class="jb-bulk d-print-none">
    ${
      isMover && [
        html`<form id="bulk" method="get" action=${bulkPath} class="jb-chosen card flex-row flex-wrap gap-2 align-items-center px-3 py-2" aria-label="Chosen applications">
          <input type="hidden" name="back" value=${back} />
          <span class="fw-semibold" data-chosen="">Chosen applications</span>
          ${Object.entries(acts).map(([value, { label, icon: image }]) => button({ label, icon: image, tone: 'secondary', name: 'do', value }))}
        </form>`,
        html`<form id="undo" class="alert alert-info hstack gap-3" hidden=${true} method="post" action=${bulkPath}>
          <input type="hidden" name="csrf" value=${csrf} />
          <span data-text=""></span>${button({ label: 'Undo', icon: 'rotate', tone: 'secondary' })}
        </form>`,
        dialog({
          id: 'bulk-dialog',
          title: 'Change applications',
          body: html`<div data-part="" class="vstack gap-4"></div>`,
        }),
      ]
    }
    ${dialog({
      id: 'shortcuts',
      title: 'Shortcuts',
      body: html`<div class="vstack gap-3">
        <dl class="jb-keys">${Object.entries({ ...keys, ...(isMover && keysOfMovers) }).map(([key, what]) => [html`<dt><kbd>${key}</kbd></dt>`, html`<dd>${what}</dd>`])}</dl>
        <label class="d-flex gap-2"><input class="form-check-input" type="checkbox" data-shortcuts="" checked=${true} /><span>Use shortcuts in this browser</span></label>
      </div>`,
    })}
  </div>`
}

/** Opens the help; there are no shortcuts without script. */
export function shortcutsButton(): Html {
  return html`<button type="button" class="btn btn-secondary jb-only-script" data-dialog="shortcuts" aria-keyshortcuts="?">${icon('question')}<span>Shortcuts</span></button>`
}
