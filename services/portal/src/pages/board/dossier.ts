import { getAiAssessment, listApplicationHistory } from '@jobboard/contracts/applications/endpoints'
import { listNotes } from '@jobboard/contracts/applications/notes'
import { listScorecards } from '@jobboard/contracts/applications/scorecards'
import { listTags } from '@jobboard/contracts/applications/tags'
import { listEmployerUsers } from '@jobboard/contracts/employers/users'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { Visit } from '../../http/visit.ts'
import type { Detail } from '../../parts/without-contact.ts'
import { type LongTexts, openLongTexts } from './long-text.ts'
import { type Reasons, readReasons } from './move-form.ts'
import { type Read, readApplication, readColumnOf } from './reading.ts'
import { movers } from './statuses.ts'

/** Everything that the page of an application shows. */
export interface Dossier extends Read {
  /** The texts of the candidate, and those of colleagues. */
  long: { candidate: LongTexts; colleagues: LongTexts }
  assessment: ResponseBody<typeof getAiAssessment> | null
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
  const params = { id }
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
    visit.ask(getAiAssessment, { params }).catch(nullIfMissing),
    visit.ask(listNotes, { params }),
    visit.ask(listScorecards, { params }),
    visit.ask(listApplicationHistory, { params, query: { page: historyPage, pageSize: 20 } }),
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

/** An application that is not assessed yet has no assessment (D-31); whether it exists is decided by its own call. */
function nullIfMissing(error: unknown): null {
  if (error instanceof ApiError && error.code === 'not_found') return null
  throw error
}
