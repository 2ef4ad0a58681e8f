import type { ApplicationStatus } from '@jobboard/contracts/applications/application'
import { MAX_INCLUDED_SCORECARDS } from '@jobboard/contracts/limits'
import { fragment, type Sql } from '@jobboard/db/sql'
import { listAssessmentsOf } from '../assessment/store.ts'
import { shownTo } from '../scorecards/scorecard.ts'
import { listHiding, listScorecardsOf } from '../scorecards/store.ts'
import { listTagsOf } from '../tags/store.ts'
import type { Include, IncludedObjects, ListedApplication } from './application.ts'
import type { ApplicationSort, ListPosition, SortKey } from './list.ts'
import { listAddressesOf, summaryColumns } from './store.ts'
import type { WantedWords } from './words.ts'

/** Filter, order and place in a list of applications. */
interface ApplicationQuery extends ApplicationFilter {
  sort: ApplicationSort
  /** The application that comes before the first one returned. */
  after?: ListPosition | undefined
  offset: number
  limit: number
}

/** What the listed applications have in common; undefined is no condition. */
export interface ApplicationFilter {
  /** Undefined for all jobs of the employer. */
  jobId?: number | undefined
  /** Each begins a word of the application. */
  words?: WantedWords | undefined
  /** The reader sees no contact details: words of the name alone are found. */
  isNameOnly?: boolean | undefined
  status?: ApplicationStatus | undefined
  minScore?: number | undefined
  tag?: readonly string[] | undefined
  /** Code of the reason. */
  rejectionReason?: string | undefined
  isAiAssisted?: boolean | undefined
  hasScorecard?: boolean | undefined
  /** The user who wrote a scorecard. */
  reviewedBy?: number | undefined
  appliedSince?: Date | undefined
  appliedUntil?: Date | undefined
  updatedSince?: Date | undefined
}

const sortKeys = {
  appliedAt: fragment`applied_at`,
  updatedAt: fragment`updated_at`,
  score: fragment`list_score`,
  name: fragment`list_name`,
}

/** A part of the employer's applications to one job or to all jobs in order, each with its sort key; how many match the filter
 * (or did on the first page), and the stored owner of the one job, in one round trip. */
export async function listApplications(
  sql: Sql,
  employerId: number,
  query: ApplicationQuery,
): Promise<{
  total: number
  jobOwner: number | undefined
  items: { application: ListedApplication; key: SortKey }[]
}> {
  const { jobId, words, tag, reviewedBy, sort, after, offset, limit } = query
  const isDescending = sort.startsWith('-')
  const key = sortKeys[sort.replace('-', '') as keyof typeof sortKeys]
  // Words, tags and reviewers find few applications: these are read once, then counted and sorted. Of all others an index has
  // the order of the page, and one the count, whatever the planner expects.
  const isGathered = words !== undefined || tag !== undefined || reviewedBy !== undefined
  const where = matching(employerId, query)
  const gathered = fragment`matching as materialized (select id, ${key} as key from application where ${where})`
  const from = isGathered ? fragment`matching where true` : fragment`application where ${where}`
  const place = isGathered ? fragment`key` : key
  // Row comparisons with `id` as the tie-break: an index is read in either direction.
  const order = isDescending ? fragment`${place} desc, id desc` : fragment`${place}, id`
  const following =
    after &&
    (isDescending
      ? fragment`and (${place}, id) < (${after.key}, ${after.id})`
      : fragment`and (${place}, id) > (${after.key}, ${after.id})`)
  type Row = ListedApplication & {
    total: number
    jobOwner: number | null
    position: number
    sortKey: SortKey
  }
  // Only the rows of the page are read from the table. The left join keeps the total on a page past the end, as one row without
  // an application.
  const rows = await sql<Row>`
    ${isGathered ? fragment`with ${gathered}` : fragment``}
    select counted.total, counted.job_owner, page.position, ${key} as sort_key, ${summaryColumns}
    from (
      select ${after?.total ?? fragment`(select count(*) from ${from})`}::bigint as total,
        (select employer_id from job_owner where job_owner.job_id = ${jobId ?? null}::integer) as job_owner
    ) as counted
    left join (
      select id, row_number() over () as position from (
        select id from ${from} ${following ?? fragment``}
        order by ${order} offset ${offset} limit ${limit}
      ) as ordered
    ) as page on true
    left join application on application.id = page.id
    order by page.position`
  const items = rows
    .filter((row) => row.id !== null)
    .map(({ total: _, jobOwner: __, position: ___, sortKey, ...application }) => ({
      application,
      key: sortKey,
    }))
  return { total: rows[0]!.total, jobOwner: rows[0]!.jobOwner ?? undefined, items }
}

const when = <T>(value: T | undefined, condition: (value: T) => ReturnType<typeof fragment>) =>
  value === undefined ? fragment`` : condition(value)

function matching(employerId: number, filter: ApplicationFilter) {
  const { jobId, words, isNameOnly, tag = [] } = filter
  // The words name the employer: an index of all of its applications would only be read in vain.
  const ofEmployer =
    words && jobId === undefined
      ? fragment`(employer_id = ${employerId}) is true`
      : fragment`employer_id = ${employerId}`
  return fragment`${ofEmployer}
    ${when(jobId, (it) => fragment`and job_id = ${it}`)}
    ${when(words, (it) => wordsFound(it, isNameOnly ?? false))}
    ${when(filter.status, (it) => fragment`and status = ${it}`)}
    ${when(filter.minScore, (it) => fragment`and list_score >= ${it}::integer`)}
    ${when(filter.rejectionReason, (it) => fragment`and status = 'Rejected' and rejection_code = ${it}`)}
    ${when(filter.isAiAssisted, (it) => fragment`and is_ai_assisted = ${it}`)}
    ${when(filter.appliedSince, (it) => fragment`and applied_at >= ${it}`)}
    ${when(filter.appliedUntil, (it) => fragment`and applied_at < ${it}`)}
    ${when(filter.updatedSince, (it) => fragment`and updated_at >= ${it}`)}
    ${when(filter.hasScorecard, (it) => fragment`and has_scorecard = ${it}`)}
    ${when(
      filter.reviewedBy,
      (it) => fragment`
      and id in (select application_id from scorecard where author_user_id = ${it})`,
    )}
    ${tag.reduce(
      (all, label) => fragment`${all}
      and candidate_id in (
        select candidate_id from candidate_tag where employer_id = ${employerId} and label = ${label})`,
      fragment``,
    )}`
}

// `is true`: checked in what the longest words find, not looked up.
function wordsFound({ longest, all, words }: WantedWords, isNameOnly: boolean) {
  const inName = fragment`
    and (select bool_and(strpos(' ' || list_name, ' ' || word) > 0) from unnest(${words}::text[]) as wanted (word))`
  return fragment`
    and list_words @@ ${longest}::tsquery and (list_words @@ ${all}::tsquery) is true
    ${isNameOnly ? inName : fragment``}`
}

/** The applications of an employer that changed after a place in the order of the changes; each is listed once,
 * at its last change. */
export function listChanges(
  sql: Sql,
  employerId: number,
  after: { changeNumber: number; id: number },
  limit: number,
): Promise<(ListedApplication & { changeNumber: number })[]> {
  return sql`
    select ${summaryColumns}, change_number from application
    where employer_id = ${employerId} and (change_number, id) > (${after.changeNumber}, ${after.id})
    order by change_number, id limit ${limit}`
}

/** The numbers of the employer's applications to these jobs by status; none has no row. */
export function countApplications(
  sql: Sql,
  employerId: number,
  jobIds: readonly number[],
): Promise<{ jobId: number; status: ApplicationStatus; count: number }[]> {
  return sql`
    select job_id, status, count(*)::integer as count from application
    where employer_id = ${employerId} and job_id = any(${jobIds}::integer[])
    group by job_id, status`
}

/** What belongs to these applications of the employer and is shown to the reader, by their ids: one or two statements for
 * each kind, in one round trip of a transaction. */
export async function listIncluded(
  sql: Sql,
  { employerId, reader }: { employerId: number; reader: number | null },
  applications: { id: number; candidateId: number }[],
  include: Include | undefined,
): Promise<Map<number, IncludedObjects>> {
  if (!include || applications.length === 0) return new Map()
  const ids = applications.map(({ id }) => id)
  const candidateIds = [...new Set(applications.map(({ candidateId }) => candidateId))]
  const [tags, scorecards, hiding, assessments, addresses, counts] = await Promise.all([
    include.includes('tags') ? listTagsOf(sql, employerId, candidateIds) : undefined,
    include.includes('scorecards')
      ? listScorecardsOf(sql, employerId, ids, MAX_INCLUDED_SCORECARDS)
      : undefined,
    include.includes('scorecards') ? listHiding(sql, employerId, ids) : undefined,
    include.includes('assessment') ? listAssessmentsOf(sql, employerId, ids) : undefined,
    include.includes('address') ? listAddressesOf(sql, employerId, ids) : undefined,
    include.includes('counts') ? countNotesAndScorecards(sql, employerId, ids) : undefined,
  ])
  const scorecardsOf = (id: number) => {
    const cards = scorecards?.get(id)
    return cards && hiding?.has(id) ? shownTo(reader, cards) : (cards ?? null)
  }
  return new Map(
    applications.map(({ id, candidateId }) => [
      id,
      {
        ...(tags && { tags: tags.get(candidateId) ?? [] }),
        ...(scorecards && { scorecards: scorecardsOf(id) }),
        ...(assessments && { assessment: assessments.get(id) ?? null }),
        ...(addresses && { address: addresses.get(id)! }),
        ...(counts && { counts: counts.get(id)! }),
      },
    ]),
  )
}

/** How many notes and scorecards belong to these applications of the employer, by application. */
async function countNotesAndScorecards(
  sql: Sql,
  employerId: number,
  ids: number[],
): Promise<Map<number, { notes: number; scorecards: number }>> {
  const rows = await sql<{ id: number; notes: number; scorecards: number }>`
    select id,
      (select count(*) from note
        where note.employer_id = application.employer_id and note.candidate_id = application.candidate_id
          and deleted_at is null and (application_id is null or application_id = application.id))::integer as notes,
      (select count(*) from scorecard where application_id = application.id)::integer as scorecards
    from application where id = any(${ids}) and employer_id = ${employerId}`
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
