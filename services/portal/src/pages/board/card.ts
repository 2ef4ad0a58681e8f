import { createHash } from 'node:crypto'
import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/applications/application'
import { badge, type Tone } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { icon } from '@jobboard/html/icon'
import { number, userText } from '@jobboard/html/values'
import type { Visit } from '../../http/visit.ts'
import { optionsOf } from '../../kit/fields.ts'
import type { Summary } from '../../parts/without-contact.ts'
import type { Role } from '../../person/person.ts'

/** Who reads applications, and who moves and tags them too. */
export const readers: readonly Role[] = ['EmployerAdmin', 'Recruiter', 'Interviewer']
export const movers: readonly Role[] = ['EmployerAdmin', 'Recruiter']

/** Statuses in which nobody has to act any more. */
const FINAL: ReadonlySet<ApplicationStatus> = new Set(['Hired', 'Rejected', 'Withdrawn'])
const DAY_MS = 86_400_000
/** From here on the days of an application that waits for its employer stand out. */
const LONG_DAYS = 7
const SHOWN_TAGS = 3

export const statusOptions = optionsOf(applicationStatuses)
const tones: Partial<Record<ApplicationStatus, Tone>> = {
  New: 'info',
  Offered: 'warning',
  Hired: 'success',
  Rejected: 'danger',
}

export function statusBadge(status: ApplicationStatus): Html {
  return badge({ text: status, tone: tones[status] ?? 'neutral' })
}

/** What an application looks like on a board now: another text when it has changed. The same for every role. */
export function versionOf({ status, updatedAt, assessmentScore, tags }: Summary): string {
  const shown = JSON.stringify([status, updatedAt, assessmentScore ?? null, tags])
  return createHash('sha256').update(shown).digest('base64url').slice(0, 8)
}

/** An application on a board. */
export function card(visit: Pick<Visit, 'person' | 'now'>, application: Summary & { version: string }): Html {
  const { id, status, name, headline, version } = application
  const move = `Move ${name}`
  return html`<li class="card jb-card jb-board-card gap-1" id=${`card-${id}`} data-card=${id} data-status=${status} data-version=${version}>
    <div class="jb-board-card-head d-flex gap-1 justify-content-between">
      <a href=${`/applications/${id}`}>${userText(name, { lines: 2 })}</a>
      ${movers.includes(visit.person.role) && html`<button type="button" class="jb-plain jb-board-move" data-dialog="move" aria-label=${move} title="Move">${icon('move')}</button>`}
    </div>
    ${headline && html`<p class="text-body-secondary">${userText(headline, { lines: 2 })}</p>`}
    <div class="hstack flex-wrap gap-1">${badgesOf(visit, application)}</div>
  </li>`
}

function badgesOf({ now }: Pick<Visit, 'now'>, application: Summary): (Html | null | false)[] {
  const { status, assessmentScore: score, tags, isAiAssisted, erasedAt, withdrawnAt, updatedAt } = application
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(updatedAt)) / DAY_MS))
  const isLate = days >= LONG_DAYS && !FINAL.has(status) && status !== 'Offered'
  const text = days === 0 ? 'today' : days === 1 ? '1 day' : `${days} days`
  const since = days === 0 ? 'Moved here today' : `In this status for ${text}`
  return [
    html`<span title=${since}>${badge({ text, tone: isLate ? 'warning' : 'neutral' })}</span>`,
    typeof score === 'number' ? scoreBadge(score) : null,
    isAiAssisted && aiBadge(),
    status === 'Offered' && badge({ text: 'Candidate decides', tone: 'info' }),
    !!withdrawnAt && status !== 'Withdrawn' && badge({ text: 'Withdrawn by the candidate', tone: 'warning' }),
    erasedAt !== null && badge({ text: 'Erased', tone: 'warning' }),
    ...tags.slice(0, SHOWN_TAGS).map((tag) => tagBadge(tag)),
    tags.length > SHOWN_TAGS && badge({ text: `+${number(tags.length - SHOWN_TAGS)}` }),
  ]
}

/** Points of an assessment. */
export function scoreBadge(score: number, text = `Score ${number(score)}`): Html {
  const tone = score >= 75 ? 'success' : score >= 50 ? 'info' : 'neutral'
  return badge({ text, tone })
}

/** Says that the candidate applied with a candidate key (Spec §2). */
export function aiBadge(): Html {
  return html`<span class="badge rounded-pill bg-info-subtle text-info-emphasis hstack gap-1" title="The candidate applied with an assistant.">${icon('ai')}<span>AI-assisted</span></span>`
}

export function tagBadge(label: string): Html {
  return html`<span class="badge rounded-pill jb-board-tag" dir="auto" title=${label}>${label}</span>`
}
