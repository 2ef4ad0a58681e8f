import * as lists from '@jobboard/contracts/applications/endpoints'
import {
  getAiAssessment,
  getApplication,
  listApplicationHistory,
} from '@jobboard/contracts/applications/endpoints'
import { listNotes } from '@jobboard/contracts/applications/notes'
import { listRejectionReasons } from '@jobboard/contracts/applications/rejection-reasons'
import { listScorecards } from '@jobboard/contracts/applications/scorecards'
import { listTags } from '@jobboard/contracts/applications/tags'
import { listEmployerUsers } from '@jobboard/contracts/employers/users'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_PAGE_SIZE } from '@jobboard/contracts/limits'
import type { Html } from '@jobboard/html/html'
import { userText } from '@jobboard/html/values'
import type { Visit } from '../../http/visit.ts'
import {
  type Detail,
  isUnknownInclude,
  type Masked,
  maskOf,
  readWithAddresses,
  type Summary,
  withoutContact,
} from '../../parts/without-contact.ts'
import { type AskInput, type AskOptions, orNone } from '../../peers/ask.ts'
import { movers, versionOf } from './card.ts'
import { type LongTexts, openLongTexts } from './long-text.ts'

// Every application that a page shows is read here: an Interviewer gets it without contact details.

/** An application with a version that changes with its card on a board. */
export type Versioned<T extends Summary = Summary> = T & { version: string }

/** An application, and how texts about it are shown to this person. */
export interface Read {
  application: Versioned<Detail>
  masked: Masked
}

/** One application, its long texts as `cut` leaves them. Throws not_found. */
export async function readApplication(
  visit: Visit,
  id: string | number,
  options?: AskOptions,
  cut: (application: Detail) => Detail = (it) => it,
): Promise<Read> {
  const found = cut(await visit.ask(getApplication, { params: { id } }, options))
  const masked: Masked = seesContact(visit) ? async (text) => text : maskOf(found)
  return { application: await shown(visit, found), masked }
}

/** The application as this person sees it. */
async function shown<T extends Summary>(visit: Visit, application: T): Promise<Versioned<T>> {
  const versioned = { ...application, version: versionOf(application) }
  return seesContact(visit) ? versioned : withoutContact(versioned)
}

type ListPage = Omit<ResponseBody<typeof lists.listAllApplications>, 'items'> & { items: Versioned[] }

/** One page of applications to one job, or to all; `isCounted` with the numbers of their notes and scorecards. Throws not_found
 * for a job that is not the employer's. */
export async function readList(
  visit: Visit,
  jobId: string | number | undefined,
  query: AskInput<typeof lists.listAllApplications>['query'] = {},
  { isCounted, ...options }: AskOptions & { isCounted?: boolean } = {},
): Promise<ListPage> {
  const read = (include?: string) => {
    const given = { ...query, ...(include !== undefined && { include }) }
    return jobId === undefined
      ? visit.ask(lists.listAllApplications, { query: given }, options)
      : visit.ask(lists.listApplications, { params: { jobId }, query: given }, options)
  }
  const readAll = (include?: string) =>
    seesContact(visit) ? read(include) : readWithAddresses(read, include)
  const page = await readAll(isCounted ? 'counts' : undefined).catch((error) => {
    if (!isCounted || !isUnknownInclude(error)) throw error
    return readAll()
  })
  return { ...page, items: await Promise.all(page.items.map((application) => shown(visit, application))) }
}

/** The ids of the column that an application stands in, the last changed first, at most 100. */
async function readColumnOf(
  visit: Visit,
  { jobId, status }: Pick<Summary, 'jobId' | 'status'>,
): Promise<{ ids: number[]; total: number }> {
  const query = { status, sort: '-updatedAt', pageSize: MAX_PAGE_SIZE } as const
  const { items, total } = await visit.ask(
    lists.listApplications,
    { params: { jobId }, query },
    { isHidden: true },
  )
  return { ids: items.map(({ id }) => id), total }
}

/** Whether the person sees more of a candidate than the name. */
export function seesContact({ person }: Pick<Visit, 'person'>): boolean {
  return person.role !== 'Interviewer'
}

export type Reasons = ResponseBody<typeof listRejectionReasons>

/** The employer's reasons to reject an application. */
export function readReasons(visit: Visit): Promise<Reasons> {
  return visit.ask(listRejectionReasons, {}, { isHidden: true })
}

/** Everything that the page of an application shows. */
export interface Dossier extends Read {
  /** The texts of the candidate, and those of colleagues. */
  long: { candidate: LongTexts; colleagues: LongTexts }
  /** An application that is not assessed yet has none (D-31). */
  assessment: ResponseBody<typeof getAiAssessment> | undefined
  notes: ResponseBody<typeof listNotes>
  scorecards: ResponseBody<typeof listScorecards>
  history: ResponseBody<typeof listApplicationHistory>
  reasons: Reasons
  /** Labels of all tags of the employer. */
  labels: string[]
  /** The ids of its column on the board in their order, at most 100, and how many there are; undefined while they cannot be
   * read. */
  column: { ids: number[]; total: number } | undefined
  /** Names by user; without accounts, or for users who left, some are missing. */
  users: Map<number, string>
}

/** Reads all of it at once, the column after the application. Throws not_found. */
export async function readDossier(visit: Visit, id: string): Promise<Dossier> {
  const moves = movers.includes(visit.person.role)
  const historyPage = /^[1-9]\d{0,4}$/.test(visit.query.history ?? '') ? visit.query.history : 1
  // The other parts of the page stay as they are.
  const kept = { ...(visit.query.all === 'yes' && { all: 'yes' }), history: String(historyPage) }
  const hrefOf = (name: string) =>
    `/applications/${id}?${new URLSearchParams({ ...kept, whole: name })}#text-${name}`
  const open = (all: readonly string[]) => openLongTexts(all, visit.query.whole, hrefOf)
  let candidate = open([])
  const reading = readApplication(visit, id, {}, (application) => {
    candidate = open(textsOf(application))
    return cutTexts(application, candidate)
  })
  const [read, assessment, notes, scorecards, history, reasons, tags, users, column] = await Promise.all([
    reading,
    orNone(visit.ask(getAiAssessment), 'not_found'),
    visit.ask(listNotes),
    visit.ask(listScorecards),
    visit.ask(listApplicationHistory, { query: { page: historyPage, pageSize: 20 } }),
    moves ? readReasons(visit) : [],
    moves ? visit.ask(listTags, {}, { isHidden: true }) : [],
    visit.part('accounts', () => visit.ask(listEmployerUsers, {}, { isHidden: true })),
    reading.then(({ application }) => visit.part('pipeline', () => readColumnOf(visit, application))),
  ])
  const colleagues = open([
    ...notes.map(({ text }) => text),
    ...scorecards.map(({ comments }) => comments ?? ''),
    ...history.items.flatMap(({ note, rejectionReason }) => [note ?? '', rejectionReason?.text ?? '']),
    assessment?.summary ?? '',
  ])
  return {
    ...read,
    long: { candidate, colleagues },
    assessment,
    notes,
    scorecards,
    history,
    reasons,
    column,
    labels: tags.map(({ label }) => label),
    users: new Map(users?.map((user) => [user.id, user.name])),
  }
}

/** The names of the candidate's long texts. */
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

/** The name of a user, or what is known of them. */
export function authorOf(visit: Visit, { users }: Dossier, userId: number): Html | string {
  if (userId === visit.person.id) return 'you'
  const name = users.get(userId)
  if (name !== undefined) return userText(name)
  // Without accounts nobody's name is known.
  return users.size === 0 ? `user ${userId}` : `former user ${userId}`
}
