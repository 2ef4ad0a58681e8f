import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_QUERY_HEADER_LENGTH, MAX_YEARS_HELD } from '@jobboard/contracts/limits'
import type { previewCandidate, searchCandidates } from '@jobboard/contracts/search/search'
import type { Node } from '@jobboard/search-query/ast'
import { limits } from '@jobboard/search-query/limits'
import { printQuery } from '@jobboard/search-query/print-query'
import { inTurns } from '@jobboard/service/lifecycle/in-turns'
import { LRUCache } from 'lru-cache'
import type { MaskedProfile, Tokeniser } from '../documents/document.ts'
import { queryMatcher } from './matches.ts'
import type { FoundCandidate, ListedCandidate } from './search.ts'

type SearchItem = ResponseBody<typeof searchCandidates>['items'][number]

/** What a row shows of a profile in one month (D-44). */
type ShownRow = Omit<SearchItem, 'lastActiveAt' | 'isUnlocked' | 'applications' | 'matches'>
type Applications = NonNullable<SearchItem['applications']>

/** The part of a row that depends on the profile and the month of `now` alone; no contact details, also when the candidate is
 * unlocked. */
function toShownRow({ id, shown }: Pick<FoundCandidate, 'id' | 'shown'>, now: Date): ShownRow {
  return {
    candidateId: id,
    name: shown.name,
    headline: shown.headline,
    city: shown.city,
    country: shown.country,
    skills: shown.skills,
    yearsOfExperience: yearsOfExperience(shown.employmentHistory, now),
    careerStatus: shown.careerStatus,
  }
}

/** One search result: the profile as it is shown, and what an employer knows of the candidate. */
function toSearchItem(
  row: ShownRow,
  { lastActiveAt, isUnlocked }: Pick<FoundCandidate, 'lastActiveAt' | 'isUnlocked'>,
  applications: Applications,
): SearchItem {
  return { ...row, lastActiveAt: lastActiveAt.toISOString(), isUnlocked, applications }
}

/** The search result with the history, without names of employers and schools and without free text (D-46). */
export function toPreview(
  found: FoundCandidate,
  applications: Applications,
  now: Date,
): ResponseBody<typeof previewCandidate> {
  const { languages, employmentHistory, education } = found.shown
  return {
    ...toSearchItem(toShownRow(found, now), found, applications),
    languages,
    employmentHistory,
    education,
  }
}

/** About 1 KB each. */
const MAX_ENTRIES = 10_000

interface Entry {
  version: number
  month: string
  row: ShownRow
}

/** How to load and show one page of candidates. */
interface ShownPage {
  /** At the place of each candidate the version of the profile whose masked form need not be loaded. */
  cachedVersions: (number | null)[]
  /** A masked profile is null only where it is of the cached version. */
  show(listed: ListedCandidate): ShownRow
}

/** The rows that this process has made, by candidate. */
export type ShownRows = LRUCache<number, Entry>

export function openShownRows(): ShownRows {
  return new LRUCache({ max: MAX_ENTRIES })
}

/** A page of candidates with the rows that this process has made; without a cache all are made. One serves searches for the same version of the profile in the
 * same month; who is shown is decided by the database each time. */
export function shownPage(cache: ShownRows | undefined, ids: readonly number[], now: Date): ShownPage {
  const month = now.toISOString().slice(0, 7)
  const entries = new Map<number, Entry>()
  for (const id of ids) {
    const entry = cache?.get(id)
    if (entry?.month === month) entries.set(id, entry)
  }
  return {
    cachedVersions: ids.map((id) => entries.get(id)?.version ?? null),
    show({ id, version, shown }) {
      if (!shown) return entries.get(id)!.row
      const row = toShownRow({ id, shown }, now)
      cache?.set(id, { version, month, row })
      return row
    },
  }
}

/** The rows of a search result, with the matches of `query` when there is one: then every candidate has its masked profile. */
export async function toSearchItems(
  found: ListedCandidate[],
  applications: ReadonlyMap<number, Applications>,
  show: (one: ListedCandidate) => ShownRow,
  query: Node | undefined,
  tokeniser: Tokeniser,
): Promise<SearchItem[]> {
  const toItem = (one: ListedCandidate) => toSearchItem(show(one), one, applications.get(one.id) ?? [])
  if (!query) return found.map(toItem)
  const matchesOf = queryMatcher(query, tokeniser)
  const items: SearchItem[] = []
  for (const one of found) {
    items.push({ ...toItem(one), matches: await inTurns(matchesOf(one.shown!)) })
  }
  return items
}

/** The header with the query as it is evaluated. None when it is too long for a header or for a query: a part of
 * a query would be another query. */
export function queryHeader(query: Node): Record<string, string> {
  const printed = printQuery(query)
  // A percent sign is encoded too, or decoding would not return the printed query.
  const value = printed.replace(/[^\x20-\x24\x26-\x7e]/gu, encodeURIComponent)
  const fits = printed.length <= limits.queryCharacters && value.length <= MAX_QUERY_HEADER_LENGTH
  return fits ? { 'x-query-normalized': value } : {}
}

type Held = Pick<MaskedProfile['employmentHistory'][number], 'startMonth' | 'endMonth'>
type Months = { first: number; last: number }

/** Whole years with at least one position held, up to `now`; first and last month count. A position without a start
 * is ignored, as is one that began more than a century ago; one without an end is held until now. */
export function yearsOfExperience(history: Held[], now: Date): number {
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth()
  const held = history
    .flatMap(({ startMonth, endMonth }): Months[] => {
      const first = startMonth === null ? Number.NEGATIVE_INFINITY : monthNumber(startMonth)
      if (first < thisMonth - MAX_YEARS_HELD * 12) return []
      const last = endMonth === null ? thisMonth : Math.min(monthNumber(endMonth), thisMonth)
      return [{ first, last }]
    })
    .toSorted((a, b) => a.first - b.first)
  let months = 0
  let counted = Number.NEGATIVE_INFINITY
  for (const { first, last } of held) {
    // Months that overlap an earlier position count once.
    months += Math.max(0, last - Math.max(first - 1, counted))
    counted = Math.max(counted, last)
  }
  return Math.floor(months / 12)
}

function monthNumber(month: string): number {
  const [year, ofYear] = month.split('-')
  return Number(year) * 12 + Number(ofYear) - 1
}
