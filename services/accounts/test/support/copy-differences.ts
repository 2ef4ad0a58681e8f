import type { StateOwner } from '@jobboard/contracts/services'
import type { Sql } from '@jobboard/db/sql'

type Rows = (sql: Sql) => Promise<object[]>
type Side = [service: StateOwner, rows: Rows]

/** A table that copies another service's rows: both sides select the same columns in the same order. */
interface Copy {
  name: string
  owner: Side
  copy: Side
}

const jobColumns: Rows = (sql) => sql`
  select id as job_id, employer_id, status, title, reference, expiry_date, screening_questions::jsonb, version
  from job order by id`
const metricJobColumns: Rows = (sql) => sql`
  select id as job_id, employer_id, status, title, expiry_date, version from job order by id`

/** Every copy of the system. */
const copies: Copy[] = [
  {
    name: 'candidate.job_copy',
    owner: ['jobs', jobColumns],
    copy: [
      'candidate',
      (sql) => sql`
        select job_id, employer_id, status, title, reference, expiry_date, screening_questions, version
        from job_copy order by job_id`,
    ],
  },
  {
    name: 'candidate.employer_copy',
    owner: ['accounts', (sql) => sql`select id as employer_id, name, version from employer order by id`],
    copy: [
      'candidate',
      (sql) => sql`select employer_id, name, version from employer_copy order by employer_id`,
    ],
  },
  {
    name: 'candidate.application (status)',
    owner: ['pipeline', (sql) => sql`select id, status, version, updated_at from application order by id`],
    copy: ['candidate', (sql) => sql`select id, status, version, updated_at from application order by id`],
  },
  {
    name: 'pipeline.job_owner',
    owner: ['jobs', (sql) => sql`select id as job_id, employer_id from job order by id`],
    copy: ['pipeline', (sql) => sql`select job_id, employer_id from job_owner order by job_id`],
  },
  {
    name: 'pipeline.application (submission)',
    owner: ['candidate', (sql) => submissions(sql)],
    copy: ['pipeline', (sql) => submissions(sql)],
  },
  {
    name: 'search.candidate',
    owner: [
      'candidate',
      (sql) => sql`
        select id, version, is_searchable, consent_expires_at, case when is_searchable then last_name end as last_name,
          case when is_searchable then skills end as skills
        from candidate order by id`,
    ],
    copy: [
      'search',
      (sql) => sql`
        select id, version, is_searchable, consent_expires_at, profile->>'lastName' as last_name,
          profile->'skills' as skills
        from candidate order by id`,
    ],
  },
  {
    name: 'search.candidate_document_3',
    owner: ['search', (sql) => sql`select id from candidate where is_searchable order by id`],
    copy: ['search', (sql) => sql`select candidate_id as id from candidate_document_3 order by candidate_id`],
  },
  {
    name: 'accounts.job_copy',
    owner: ['jobs', metricJobColumns],
    copy: [
      'accounts',
      (sql) => sql`
        select job_id, employer_id, status, title, expiry_date, version from job_copy order by job_id`,
    ],
  },
  {
    name: 'accounts.application_copy',
    owner: [
      'pipeline',
      (sql) => sql`
        select id as application_id, employer_id, job_id, status, version from application order by id`,
    ],
    copy: [
      'accounts',
      (sql) => sql`
        select application_id, employer_id, job_id, status, version from application_copy order by application_id`,
    ],
  },
  {
    name: 'accounts.application_stay',
    owner: [
      'pipeline',
      (sql) => sql`
        with entry as (
          select id as application_id, 1 as version, employer_id, 'New' as status, applied_at as entered_at
          from application
          union all
          select application_id, 1 + row_number() over (partition by application_id order by change.id), employer_id,
            change.status, changed_at
          from status_change change join application on application.id = application_id
        )
        select application_id, version::int, employer_id, status, entered_at,
          lead(entered_at) over (partition by application_id order by version) as left_at
        from entry order by application_id, version`,
    ],
    copy: [
      'accounts',
      (sql) => sql`
        select application_id, version, employer_id, status, entered_at, left_at
        from application_stay order by application_id, version`,
    ],
  },
  {
    name: 'accounts.unlock_copy',
    owner: [
      'search',
      (sql) => sql`
        select employer_id, candidate_id, unlocked_at from unlock order by employer_id, candidate_id`,
    ],
    copy: [
      'accounts',
      (sql) => sql`
        select employer_id, candidate_id, max(unlocked_at) as unlocked_at from unlock_copy
        group by employer_id, candidate_id order by employer_id, candidate_id`,
    ],
  },
]

function submissions(sql: Sql): Promise<object[]> {
  return sql`
    select id, employer_id, job_id, candidate_id, job_title, application_type, is_ai_assisted, cover_letter, resume_url,
      screening_answers, applied_at
    from application order by id`
}

/** Compares all rows of every copy with those of its owner. Returns one line per copy that differs, with its first
 * difference; an empty list when all are equal. */
export async function copyDifferences(sqlOf: (service: StateOwner) => Sql): Promise<string[]> {
  const lines: string[] = []
  for (const { name, owner, copy } of copies) {
    const read = async ([service, rows]: Side) =>
      (await rows(sqlOf(service))).map((row) => JSON.stringify(row))
    const [expected, actual] = await Promise.all([read(owner), read(copy)])
    const stored = new Set(actual)
    const wanted = new Set(expected)
    const missing = expected.find((row) => !stored.has(row))
    const extra = actual.find((row) => !wanted.has(row))
    if (missing || extra) lines.push(`${name}: owner ${missing ?? 'has no'}; copy ${extra ?? 'lacks it'}`)
  }
  return [...lines, ...(await lateActivities(sqlOf))]
}

const ACTIVITY_STEP_MS = 600_000

/** The last activities in search that are not those of candidate, or less than 10 minutes before them. */
async function lateActivities(sqlOf: (service: StateOwner) => Sql): Promise<string[]> {
  const read = (service: StateOwner) =>
    sqlOf(service)<{ id: number; lastActiveAt: Date }>`select id, last_active_at from candidate`
  const [owned, copied] = await Promise.all([read('candidate'), read('search')])
  const ownedAt = new Map(owned.map(({ id, lastActiveAt }) => [id, lastActiveAt.getTime()]))
  return copied.flatMap(({ id, lastActiveAt }) => {
    const behindMs = (ownedAt.get(id) ?? Number.NaN) - lastActiveAt.getTime()
    return behindMs >= 0 && behindMs < ACTIVITY_STEP_MS
      ? []
      : [`search.candidate: the last activity of ${id} is ${behindMs} ms behind`]
  })
}
