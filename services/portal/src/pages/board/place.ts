import { listAllApplications } from '@jobboard/contracts/applications/endpoints'
import { ApiError } from '@jobboard/contracts/error'
import { MAX_PAGE_SIZE } from '@jobboard/contracts/limits'
import { type FormData, text } from '../../http/form.ts'
import type { Visit } from '../../http/page.ts'
import type { AskInput } from '../../peers/ask.ts'

// `/applications/31?tab=activity&in=status%3DNew%26sort%3D-score&at=3`: the third application of that list.

export const tabs = { cv: 'CV', answers: 'Answers', assessment: 'Assessment', activity: 'Activity' } as const
export type Tab = keyof typeof tabs

export interface Place {
  tab: Tab
  /** The query of the list that they came from, as `/applications` takes it. */
  list: string | undefined
  /** Its place in that list, from 1. */
  at: number | undefined
}

type Query = NonNullable<AskInput<typeof listAllApplications>['query']>

/** Parameters of the page `/applications`. */
const FILTERS = new Set([
  ...['q', 'sort', 'job', 'status', 'minScore', 'tag', 'isAiAssisted', 'hasScorecard', 'reviewedBy'],
  ...['rejectionReason', 'appliedSince', 'appliedUntil', 'since'],
])
const MAX_LIST_LENGTH = 1_000
const DAY_MS = 86_400_000
/** Pages of 100 in which an application without a place is looked for. */
const MAX_PAGES = 4

/** The place that an address or a form says. A list that no page could have sent is none. */
export function placeOf({ query, form }: Pick<Visit, 'query' | 'form'>): Place {
  const said = (name: string) => query[name] ?? (Object.hasOwn(form, name) ? text(form, name) : undefined)
  const list = said('in')
  const isList = list !== undefined && filtersOf(list) !== undefined
  const at = said('at')
  const isPlace = isList && /^[1-9]\d{0,4}$/.test(at ?? '')
  const tab = said('tab')
  return {
    tab: (Object.keys(tabs) as Tab[]).find((one) => one === tab) ?? 'cv',
    list: isList ? list : undefined,
    at: isPlace ? Number(at) : undefined,
  }
}

/** The query of the service for a list; undefined for one with another parameter. */
export function filtersOf(list: string): Query | undefined {
  if (list.length > MAX_LIST_LENGTH) return undefined
  const sent = new URLSearchParams(list)
  const values: Record<string, string | string[]> = {}
  for (const name of sent.keys()) {
    if (!FILTERS.has(name)) return undefined
    const given = sent.getAll(name).filter(Boolean)
    if (name === 'tag') values.tag = given
    else if (given.length > 1) return undefined
    else if (given[0]) values[name] = given[0]
  }
  return queryOf(values)
}

/** Parameters of the page as the service takes them. */
export function queryOf({ job, since, appliedSince, appliedUntil, ...same }: FormData): Query {
  return {
    ...same,
    jobId: job,
    appliedSince: startOf(appliedSince),
    appliedUntil: startOf(appliedUntil, 1),
    updatedSince: startOf(since),
  }
}

/** The beginning of a day, some days later; of what is no day as it was typed, which the service refuses. */
function startOf(sent: FormData[string], later = 0): string | undefined {
  if (sent === undefined) return undefined
  const day = String(sent)
  const ms = Date.parse(`${day}T00:00:00Z`)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(ms)
  return isDay ? new Date(ms + later * DAY_MS).toISOString() : `${day.slice(0, 40)}T00:00:00Z`
}

/** What a form sends along, so that the page after it is the same place. */
export function sentPlace({ tab, list, at }: Place): Record<string, string> {
  return { tab, ...(list !== undefined && { in: list }), ...(at !== undefined && { at: String(at) }) }
}

/** The address of an application at a place, or of a page `below` it. */
export function addressAt(
  id: string | number,
  place: Place,
  below = '',
  more: Record<string, string | undefined> = {},
): string {
  const { tab, ...others } = sentPlace(place)
  const path = `/applications/${encodeURIComponent(id)}${below}`
  // An empty value stays: the list of all applications has an empty query.
  const all = { tab: tab === 'cv' ? undefined : tab, ...others, ...more }
  const pairs = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`
}

export function addressOf(visit: Visit): string {
  return addressAt(visit.params.applicationId!, placeOf(visit))
}

/** The applications before and after one in a list. */
export interface Neighbours {
  /** From 1; of an application that has left the list meanwhile, where it was. */
  at: number
  total: number
  isIn: boolean
  previous: number | undefined
  next: number | undefined
}

/** Where an application stands in its list: found by its place, else among the first 400. Undefined without a list, for one
 * that the service refuses, and where it is not found. Calls in sequence: 1, without a place up to 3. */
export async function readNeighbours(
  visit: Visit,
  { list, at }: Place,
  id: number,
): Promise<Neighbours | undefined> {
  if (list === undefined) return undefined
  const query = filtersOf(list)!
  const ids = new Map<number, number>()
  const pages = new Set<number>()
  let total = 0
  const read = async (wanted: number[]) => {
    const others = wanted.filter((page) => !pages.has(page))
    await Promise.all(
      others.map(async (page) => {
        pages.add(page)
        const input = { query: { ...query, page, pageSize: MAX_PAGE_SIZE } }
        const found = await visit.ask(listAllApplications, input, { isHidden: true })
        total = found.total
        for (const [index, item] of found.items.entries())
          ids.set((page - 1) * MAX_PAGE_SIZE + index + 1, item.id)
      }),
    )
  }
  const place = () => [...ids].find(([, one]) => one === id)?.[0]
  try {
    await read(at === undefined ? [1] : pagesAround(at))
    const last = Math.ceil(total / MAX_PAGE_SIZE)
    if (at === undefined && place() === undefined) {
      await read([2, 3, 4].filter((page) => page <= Math.min(last, MAX_PAGES)))
    }
    const found = place() ?? at
    if (found === undefined || found > total + 1) return undefined
    await read(pagesAround(found).filter((page) => page <= last))
    const isIn = ids.get(found) === id
    // Where it has left the list, those after it have moved up.
    return { at: found, total, isIn, previous: ids.get(found - 1), next: ids.get(isIn ? found + 1 : found) }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined
    throw error
  }
}

/** Pages that have a place and the two beside it. */
function pagesAround(at: number): number[] {
  const places = [Math.max(1, at - 1), at, at + 1]
  return [...new Set(places.map((place) => Math.ceil(place / MAX_PAGE_SIZE)))]
}
