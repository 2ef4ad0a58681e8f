import { caseFold, normalForm, withoutInvisible } from '@jobboard/contracts/characters'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { getJob, listJobs } from '@jobboard/contracts/jobs/endpoints'
import { MAX_LINE_LENGTH, MAX_PAGE_SIZE } from '@jobboard/contracts/limits'
import { pathId } from '@jobboard/contracts/text'
import type { Visit } from '../../http/visit.ts'
import { orNone } from '../../peers/ask.ts'

type Job = Pick<ResponseBody<typeof listJobs>['items'][number], 'id' | 'title' | 'reference' | 'status'>

/** Jobs that a person looks for. */
export interface FoundJobs {
  /** At most MAX_FOUND: those with this number or reference first, then the newest whose titles match. */
  jobs: Job[]
  /** More match. */
  isCut: boolean
  /** There are older jobs whose titles were not looked at. */
  isBounded: boolean
}

const MAX_FOUND = 20
/** Titles that are looked at: those of the newest jobs. The API has no search by title. */
export const MAX_TITLES = 2_000
const PAGES_AT_ONCE = 4

/** The employer's jobs with this number, exactly this reference, or all of these words in the title, in any letter case and
 * with or without accents. */
export async function findJobs(visit: Visit, typed: string): Promise<FoundJobs> {
  const text = typed.trim().slice(0, MAX_LINE_LENGTH)
  const [byNumber, byReference, byTitle] = await Promise.all([
    readByNumber(visit, text),
    visit.ask(listJobs, { query: { reference: text, pageSize: MAX_FOUND + 1 } }, { isHidden: true }),
    readByTitle(visit, foldOf(text).split(/\s+/).filter(Boolean)),
  ])
  const found = new Map([...byNumber, ...byReference.items, ...byTitle.jobs].map((job) => [job.id, job]))
  const jobs = [...found.values()].slice(0, MAX_FOUND)
  return { jobs, isCut: found.size > jobs.length, isBounded: byTitle.isBounded }
}

async function readByNumber(visit: Visit, text: string): Promise<Job[]> {
  if (!pathId().safeParse(text).success) return []
  const found = await orNone(visit.ask(getJob, { params: { id: text } }, { isHidden: true }), 'not_found')
  return found ? [found] : []
}

async function readByTitle(visit: Visit, words: readonly string[]): Promise<Omit<FoundJobs, 'isCut'>> {
  const jobs: Job[] = []
  const readPage = (page: number) =>
    visit.ask(listJobs, { query: { page, pageSize: MAX_PAGE_SIZE } }, { isHidden: true })
  const keep = ({ items }: { items: readonly Job[] }) => {
    jobs.push(...items.filter(({ title }) => words.every((word) => foldOf(title).includes(word))))
  }
  const first = await readPage(1)
  keep(first)
  const last = Math.ceil(Math.min(first.total, MAX_TITLES) / MAX_PAGE_SIZE)
  for (let page = 2; page <= last && jobs.length <= MAX_FOUND; page += PAGES_AT_ONCE) {
    const pages = Array.from({ length: Math.min(PAGES_AT_ONCE, last - page + 1) }, (_, n) =>
      readPage(page + n),
    )
    for (const each of await Promise.all(pages)) keep(each)
  }
  return { jobs, isBounded: first.total > MAX_TITLES }
}

function foldOf(text: string): string {
  return caseFold(normalForm(withoutInvisible(text), 'NFKD').replace(/\p{M}/gu, ''))
}
