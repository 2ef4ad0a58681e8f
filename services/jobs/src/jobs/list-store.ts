import type { JobStatus } from '@jobboard/contracts/jobs/job'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { type JobPlace, type JobSort, type ListedJob, vectorOf } from './list.ts'
import { salaryColumns } from './store.ts'

/** Filter, order and place in the list of an employer's jobs. */
export interface JobQuery {
  /** As text to cast to tsquery. */
  words?: string | undefined
  status?: JobStatus | undefined
  reference?: string | undefined
  updatedSince?: Date | undefined
  expiresBefore?: Date | undefined
  /** Default `-createdAt`. */
  sort?: JobSort | undefined
  /** The job that comes before the first one returned. */
  after?: JobPlace | undefined
  offset: number
  limit: number
  now: Date
}

type Part = ReturnType<typeof fragment>

// Comparisons of two columns with `id` as the tie-break, each with an index, but for the number of applications.
const sorts: Record<JobSort, { key: Part; isDescending: boolean; toKey: (key: JobPlace['key']) => Part }> = {
  '-createdAt': { key: fragment`created_at`, isDescending: true, toKey: (key) => time(key, '-infinity') },
  '-postedDate': {
    key: fragment`coalesce(posted_date, '-infinity'::timestamptz)`,
    isDescending: true,
    toKey: (key) => time(key, '-infinity'),
  },
  expiryDate: {
    key: fragment`coalesce(expiry_date, 'infinity'::timestamptz)`,
    isDescending: false,
    toKey: (key) => time(key, 'infinity'),
  },
  title: {
    key: fragment`coalesce(title_key, '')`,
    isDescending: false,
    toKey: (key) => fragment`${key}::text`,
  },
  '-applications': {
    key: fragment`coalesce(applications, 0)`,
    isDescending: true,
    toKey: (key) => fragment`${key}::bigint`,
  },
}

function time(key: JobPlace['key'], none: string): Part {
  return fragment`${key === null ? none : new Date(key).toISOString()}::timestamptz`
}

/** A part of the employer's jobs in order, and how many match the filter, in one statement (D-05).
 * The filter applies to the job as it is at `now`: an Active one past its expiryDate is Expired since then (D-25). */
export async function listJobs(
  sql: Sql,
  employerId: number,
  query: JobQuery,
): Promise<{ total: number; items: ListedJob[] }> {
  const { sort = '-createdAt', after, offset, limit } = query
  const { key, isDescending, toKey } = sorts[sort]
  const matching = matchingOf(employerId, query)
  const following = after
    ? fragment`and (${key}, id) ${isDescending ? fragment`<` : fragment`>`} (${toKey(after.key)}, ${after.id}::int)`
    : fragment``
  const order = isDescending ? fragment`${key} desc, id desc` : fragment`${key}, id`
  const isCounted = sort === '-applications'
  // The left join keeps the total on a page past the end, as one row without a job. An index-only scan finds
  // the ids of the page; only the rows of the page are read from the table, not those that the filter or the
  // offset skips.
  const rows = await sql<ListedJob & { total: number; place: number }>`
    select counted.total, page.place, page.applications, job.id, status, title, reference, city, country, employment_type,
      remote_type, ${salaryColumns}, posted_date, expiry_date, job.created_at, updated_at, version,
      coalesce(title_key, '') as title_key
    from (select count(*) as total from job where ${matching}) counted
    left join lateral (
      select id, ${isCounted ? key : fragment`0`} as applications, row_number() over (order by ${order}) as place
      from job ${isCounted ? applicationsOf(employerId) : fragment``}
      where ${matching} ${following}
      order by ${order} limit ${limit} offset ${offset}
    ) page on true
    left join job on job.id = page.id
    order by page.place`
  return {
    total: rows[0]!.total,
    items: rows.filter((row) => row.id !== null).map(({ total: _, place: __, ...job }) => job),
  }
}

function matchingOf(
  employerId: number,
  { words, status, reference, updatedSince, expiresBefore, now }: JobQuery,
): Part {
  // An expression, so that the index of all employers' jobs by their end is not read.
  return fragment`
    employer_id = ${employerId} ${withStatus(status, now)}
    ${words === undefined ? fragment`` : fragment`and words @@ ${words}::tsquery`}
    ${reference === undefined ? fragment`` : fragment`and normalize(reference) = normalize(${reference}::text)`}
    ${updatedSince === undefined ? fragment`` : fragment`and (updated_at >= ${updatedSince} or ${isPast(now)} and expiry_date >= ${updatedSince})`}
    ${expiresBefore === undefined ? fragment`` : fragment`and expiry_date + interval '0' < ${expiresBefore}`}`
}

function applicationsOf(employerId: number): Part {
  return fragment`left join (
      select job_id, count(*) as applications from application_copy where employer_id = ${employerId} group by job_id
    ) applied on applied.job_id = id`
}

function withStatus(status: JobStatus | undefined, now: Date): Part {
  if (status === undefined) return fragment``
  if (status === 'Active') return fragment`and status = 'Active' and expiry_date > ${now}`
  if (status === 'Expired') return fragment`and (status = 'Expired' or ${isPast(now)})`
  return fragment`and status = ${status}`
}

// Expired, but the timer has not stored it yet.
function isPast(now: Date): Part {
  return fragment`(status = 'Active' and expiry_date <= ${now})`
}

/** Jobs of any employer whose words are not those of their version, locked. */
export function lockJobsWithoutWords(sql: Tx, limit: number) {
  // Skip locked: replicas take different jobs, and a job that a request is changing waits for the next run.
  return sql<{
    id: number
    employerId: number
    title: string
    reference: string | null
    city: string | null
  }>`
    select id, employer_id, title, reference, city from job where words_version is distinct from version
    order by id limit ${limit} for no key update skip locked`
}

/** The words of jobs that this transaction has locked. */
export async function saveWords(
  sql: Tx,
  jobs: { id: number; lexemes: string[]; titleKey: string }[],
): Promise<void> {
  const [ids, titles] = [jobs.map(({ id }) => id), jobs.map(({ titleKey }) => titleKey)]
  const words = jobs.map(({ lexemes }) => vectorOf(lexemes))
  await sql`
    update job set words = new.words, title_key = new.title_key, words_version = version
    from unnest(${ids}::int[], ${words}::tsvector[], ${titles}::text[]) as new (id, words, title_key)
    where job.id = new.id`
}

/** Stores that applications were submitted; a repetition changes nothing. */
export async function saveApplications(
  sql: Tx,
  applications: { applicationId: number; employerId: number; jobId: number }[],
): Promise<void> {
  await sql`
    insert into application_copy (application_id, employer_id, job_id)
    select "applicationId", "employerId", "jobId"
    from json_to_recordset(${JSON.stringify(applications)}) as new ("applicationId" int, "employerId" int, "jobId" int)
    order by "applicationId"
    on conflict do nothing`
}
