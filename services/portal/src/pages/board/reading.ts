import { getAiAssessment, getApplication } from '@jobboard/contracts/applications/endpoints'
import { listRejectionReasons } from '@jobboard/contracts/applications/rejection-reasons'
import { listTags } from '@jobboard/contracts/applications/tags'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { withLineFeeds } from '@jobboard/contracts/text'
import { type Html, html } from '@jobboard/html/html'
import { userText } from '@jobboard/html/values'
import type { Visit } from '../../http/page.ts'
import {
  type Detail,
  type Masked,
  maskOf,
  seesContact,
  shownTo,
  type Versioned,
} from '../../parts/applications.ts'
import { orNone } from '../../peers/ask.ts'
import { movers } from './card.ts'
import { addressAt, type Neighbours, type Place, readNeighbours } from './place.ts'

/** The application of the path. Throws not_found. */
export async function readApplication(visit: Visit): Promise<Versioned<Detail>> {
  const params = { id: visit.params.applicationId! }
  return shownTo(visit, await visit.ask(getApplication, { params }, { isHidden: true }))
}

export type Reasons = ResponseBody<typeof listRejectionReasons>

export function readReasons(visit: Visit): Promise<Reasons> {
  return visit.ask(listRejectionReasons, {}, { isHidden: true })
}

/** Everything that the page of an application shows beside its activity. */
export interface Dossier {
  application: Versioned<Detail>
  masked: Masked
  place: Place
  neighbours: Neighbours | undefined
  /** The texts of the candidate, and those of others; `activity.ts` adds its own. */
  long: { candidate: LongTexts; others: LongTexts }
  /** An application that is not assessed yet has none (D-31). */
  assessment: ResponseBody<typeof getAiAssessment> | undefined
  reasons: Reasons
  labels: string[]
}

/** Reads it at once, the neighbours beside it. Throws not_found. */
export async function readDossier(visit: Visit, place: Place): Promise<Dossier> {
  const id = visit.params.applicationId!
  const moves = movers.includes(visit.person.role)
  const [found, assessment, reasons, tags, neighbours] = await Promise.all([
    visit.ask(getApplication),
    place.tab === 'activity' ? undefined : orNone(visit.ask(getAiAssessment), 'not_found'),
    moves ? readReasons(visit) : [],
    moves ? visit.ask(listTags, {}, { isHidden: true }) : [],
    visit.part('pipeline', () => readNeighbours(visit, place, Number(id))),
  ])
  const candidate = openTexts(visit, place, textsOf(found))
  const cut = cutTexts(found, candidate)
  const application = await shownTo(visit, cut)
  const masked: Masked = seesContact(visit) ? async (text) => text : maskOf(cut)
  const others = openTexts(visit, place, [assessment?.summary ?? '', application.rejectionReason?.text ?? ''])
  const labels = tags.map(({ label }) => label)
  return { application, masked, place, neighbours, long: { candidate, others }, assessment, reasons, labels }
}

export const nameOf = {
  coverLetter: 'cover-letter',
  summary: 'summary',
  answer: (index: number) => `answer-${index}`,
  position: (index: number) => `position-${index}`,
}

function textsOf({ coverLetter, screeningAnswers, profile }: Detail): string[] {
  const answers = screeningAnswers.map(({ answer }) => String(answer))
  const positions = profile.employmentHistory.map(({ description }) => description)
  return [coverLetter ?? '', profile.summary ?? '', ...answers, ...positions]
}

function cutTexts(application: Detail, { cut }: LongTexts): Detail {
  const { coverLetter, screeningAnswers, profile } = application
  return {
    ...application,
    coverLetter: coverLetter && cut(nameOf.coverLetter, coverLetter),
    screeningAnswers: screeningAnswers.map((each, index) => {
      const { answer } = each
      return { ...each, answer: typeof answer === 'string' ? cut(nameOf.answer(index), answer) : answer }
    }),
    profile: {
      ...profile,
      summary: profile.summary && cut(nameOf.summary, profile.summary),
      employmentHistory: profile.employmentHistory.map((each, index) => {
        return { ...each, description: cut(nameOf.position(index), each.description) }
      }),
    },
  }
}

const SHORT_LENGTH = 500
const SHORT_LINES = 8
/** Characters of all long texts of a page; each shows its share of them, and at least its beginning. */
const PAGE_LENGTH = 40_000
/** What is masked beyond what is shown: an address that the cut goes through is still seen as one. */
const BEYOND_LENGTH = 4_096

/** The long texts of a page, of which strangers write many: each has a part of the page, and a link to its whole. */
export interface LongTexts {
  /** As much of a text as is shown, and enough after it to mask what the cut goes through. */
  cut(name: string, text: string): string
  /** A text of several lines as it was written, its beginning first. `text` is the whole, or what `cut` has left. */
  show(name: string, text: string, masked?: Masked): Promise<Html>
}

/** Opens `all` the long texts of a page; its address names the one that is shown whole. */
export function openTexts(
  { params, query: { whole, page } }: Visit,
  place: Place,
  all: readonly string[],
): LongTexts {
  const long = all.filter(({ length }) => length > SHORT_LENGTH).length
  const share = Math.max(SHORT_LENGTH, Math.floor(PAGE_LENGTH / Math.max(1, long)))
  const cutNames = new Set<string>()
  const cut: LongTexts['cut'] = (name, text) => {
    if (name === whole || text.length <= share) return text
    cutNames.add(name)
    return text.slice(0, share + BEYOND_LENGTH)
  }
  return {
    cut,
    async show(name, text, masked = async (it) => it) {
      const shown = await masked(cut(name, text))
      if (name === whole) return html`<div class="jb-prose" id=${`text-${name}`}>${userText(shown)}</div>`
      if (!cutNames.has(name)) return longText(shown)
      const start = `${shown.slice(0, share).toWellFormed()}…`
      const href = addressAt(params.applicationId!, place, '', { page, whole: name })
      return html`<div id=${`text-${name}`}>
        ${share > SHORT_LENGTH ? longText(start) : html`<div class="jb-prose">${userText(start)}</div>`}
        <a href=${`${href}#text-${name}`}>Show the whole text</a>
      </div>`
    },
  }
}

/** A text of several lines; a long one shows its beginning, and opens. */
export function longText(text: string): Html {
  const start = text.slice(0, SHORT_LENGTH)
  const isShort = text.length <= SHORT_LENGTH && withLineFeeds(start).split('\n').length <= SHORT_LINES
  if (isShort) return html`<div class="jb-prose">${userText(text)}</div>`
  return html`<details class="jb-long">
    <summary class="vstack gap-1"><span>${userText(start, { lines: 5 })}</span><span class="jb-link">Read on</span></summary>
    <div class="jb-prose">${userText(text)}</div>
  </details>`
}
