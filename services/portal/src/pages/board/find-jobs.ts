import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { getJob, listJobs } from '@jobboard/contracts/jobs/endpoints'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import { pathId } from '@jobboard/contracts/text'
import type { Visit } from '../../http/page.ts'
import { orNone } from '../../peers/ask.ts'

type Job = Pick<ResponseBody<typeof listJobs>['items'][number], 'id' | 'title' | 'reference' | 'status'>

export interface FoundJobs {
  /** At most MAX_FOUND: those with this number or reference first, then the newest. */
  jobs: Job[]
  isCut: boolean
}

const MAX_FOUND = 20

/** The employer's jobs with this number, exactly this reference, or words in title, reference and city that begin with all of
 * these. */
export async function findJobs(visit: Visit, typed: string): Promise<FoundJobs> {
  const text = typed.trim().slice(0, MAX_LINE_LENGTH)
  const query = { q: text, pageSize: MAX_FOUND + 1 }
  const [numbered, referenced, worded] = await Promise.all([
    readByNumber(visit, text),
    visit.ask(listJobs, { query: { reference: text, pageSize: 1 } }, { isHidden: true }),
    orNone(visit.ask(listJobs, { query }, { isHidden: true }), 'invalid_request'),
  ])
  const found = new Map(
    [...numbered, ...referenced.items, ...(worded?.items ?? [])].map((job) => [job.id, job]),
  )
  return { jobs: [...found.values()].slice(0, MAX_FOUND), isCut: found.size > MAX_FOUND }
}

async function readByNumber(visit: Visit, text: string): Promise<Job[]> {
  if (!pathId().safeParse(text).success) return []
  const found = await orNone(visit.ask(getJob, { params: { id: text } }, { isHidden: true }), 'not_found')
  return found ? [found] : []
}
