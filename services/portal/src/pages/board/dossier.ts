import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { listEmployerUsers } from '@jobboard/contracts/endpoints/employers'
import { listNotes } from '@jobboard/contracts/endpoints/notes'
import { getAiAssessment, listApplicationHistory } from '@jobboard/contracts/endpoints/pipeline'
import { listScorecards } from '@jobboard/contracts/endpoints/scorecards'
import { listTags } from '@jobboard/contracts/endpoints/tags'
import { ApiError } from '@jobboard/contracts/error'
import type { Visit } from '../../http/visit.ts'
import { type Reasons, readReasons } from './move-form.ts'
import { type Read, readApplication, readColumnOf } from './reading.ts'
import { movers } from './statuses.ts'

/** Everything that the page of an application shows. */
export interface Dossier extends Read {
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
  const reading = readApplication(visit, id)
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
  return {
    ...read,
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

/** An application that is not assessed yet has no assessment (D-31); whether it exists is decided by its own call. */
function nullIfMissing(error: unknown): null {
  if (error instanceof ApiError && error.code === 'not_found') return null
  throw error
}
