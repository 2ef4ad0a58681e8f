import { notFound } from '@jobboard/contracts/error'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import type { Activity, Candidate } from '../domain/candidate.ts'
import type { Applicant } from '../domain/gates.ts'

const columns = fragment`
  id, first_name, last_name, email, phone, linked_in_url, git_hub_url, website_url, headline, summary,
  street, city, region, postal_code, country, career_status, expected_salary_min, expected_salary_max,
  expected_salary_currency, notice_period_days, job_types, skills, languages, nationalities,
  employment_history, education, consent_expires_at, is_searchable, last_active_at, version, created_at, updated_at`

/** Throws not_found. */
export async function getCandidate(sql: Sql, candidateId: number): Promise<Candidate> {
  const [candidate] = await sql<Candidate>`select ${columns} from candidate where id = ${candidateId}`
  if (!candidate) throw notFound()
  return candidate
}

/** A candidate who applies to a job, and what the checks of D-32 read, as of one moment. Throws not_found. */
export function getApplicant(sql: Sql, candidateId: number, apply: ApplyKey): Promise<Applicant> {
  return readApplicant(sql, candidateId, apply, fragment``)
}

/** An applicant who is not erased until the transaction ends, so that an erasure sees every application.
 * Throws not_found. */
export function lockApplicant(sql: Tx, candidateId: number, apply: ApplyKey): Promise<Applicant> {
  return readApplicant(sql, candidateId, apply, fragment`for key share`)
}

/** The job, and the day as `YYYY-MM-DD` in UTC. */
interface ApplyKey {
  jobId: number
  day: string
}

async function readApplicant(
  sql: Sql,
  candidateId: number,
  { jobId, day }: ApplyKey,
  lock: ReturnType<typeof fragment>,
): Promise<Applicant> {
  const [applicant] = await sql<Candidate & Omit<Applicant, 'candidate'>>`
    select ${columns},
      exists(select from application where candidate_id = ${candidateId} and job_id = ${jobId}) as has_applied,
      coalesce((select used from daily_apply where candidate_id = ${candidateId} and day = ${day}), 0) as used_before
    from candidate where id = ${candidateId} ${lock}`
  if (!applicant) throw notFound()
  const { hasApplied, usedBefore, ...candidate } = applicant
  return { candidate, hasApplied, usedBefore }
}

/** The first candidate with an e-mail address, ignoring case, if there is one. */
export async function findByEmail(sql: Sql, email: string): Promise<number | undefined> {
  const [row] = await sql<{ id: number }>`
    select id from candidate where lower(email collate "C") = lower(${email} collate "C") order by id limit 1`
  return row?.id
}

/** Number of candidates. */
export async function countCandidates(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>`select count(*) as count from candidate`
  return row!.count
}

/** Candidates with an id above `afterId`, in the order of their ids. */
export function listCandidatesAfter(sql: Sql, afterId: number, limit: number): Promise<Candidate[]> {
  return sql<Candidate>`select ${columns} from candidate where id > ${afterId} order by id limit ${limit}`
}

/** Candidates by id. */
export async function listCandidates(sql: Sql, ids: number[]): Promise<Map<number, Candidate>> {
  const rows = await sql<Candidate>`select ${columns} from candidate where id = any(${ids})`
  return new Map(rows.map((candidate) => [candidate.id, candidate]))
}

/** Throws not_found. */
export async function lockCandidate(sql: Tx, candidateId: number): Promise<Candidate> {
  // Serialises concurrent patches: the second merges into the result of the first.
  const [candidate] = await sql<Candidate>`
    select ${columns} from candidate where id = ${candidateId} for update`
  if (!candidate) throw notFound()
  return candidate
}

/** Inserts a candidate and returns it with its id. */
export async function insertCandidate(sql: Tx, candidate: Omit<Candidate, 'id'>): Promise<Candidate> {
  const c = candidate
  const [row] = await sql<{ id: number }>`
    insert into candidate (
      first_name, last_name, email, phone, linked_in_url, git_hub_url, website_url, headline, summary,
      street, city, region, postal_code, country, career_status, expected_salary_min, expected_salary_max,
      expected_salary_currency, notice_period_days, job_types, skills, languages, nationalities,
      employment_history, education, consent_expires_at, is_searchable, last_active_at, version, created_at,
      updated_at)
    values (
      ${c.firstName}, ${c.lastName}, ${c.email}, ${c.phone}, ${c.linkedInUrl}, ${c.gitHubUrl}, ${c.websiteUrl},
      ${c.headline}, ${c.summary}, ${c.street}, ${c.city}, ${c.region}, ${c.postalCode}, ${c.country},
      ${c.careerStatus}, ${c.expectedSalaryMin}, ${c.expectedSalaryMax}, ${c.expectedSalaryCurrency},
      ${c.noticePeriodDays}, ${json(c.jobTypes)}, ${json(c.skills)}, ${json(c.languages)}, ${json(c.nationalities)},
      ${json(c.employmentHistory)}, ${json(c.education)}, ${c.consentExpiresAt}, ${c.isSearchable},
      ${c.lastActiveAt}, ${c.version}, ${c.createdAt}, ${c.updatedAt})
    returning id`
  return { ...candidate, id: row!.id }
}

/** Saves a candidate whose row this transaction has locked. */
export async function saveCandidate(sql: Tx, candidate: Candidate): Promise<void> {
  const c = candidate
  await sql`
    update candidate set
      first_name = ${c.firstName}, last_name = ${c.lastName}, email = ${c.email}, phone = ${c.phone},
      linked_in_url = ${c.linkedInUrl}, git_hub_url = ${c.gitHubUrl}, website_url = ${c.websiteUrl},
      headline = ${c.headline}, summary = ${c.summary}, street = ${c.street}, city = ${c.city}, region = ${c.region},
      postal_code = ${c.postalCode}, country = ${c.country}, career_status = ${c.careerStatus},
      expected_salary_min = ${c.expectedSalaryMin}, expected_salary_max = ${c.expectedSalaryMax},
      expected_salary_currency = ${c.expectedSalaryCurrency}, notice_period_days = ${c.noticePeriodDays},
      job_types = ${json(c.jobTypes)}, skills = ${json(c.skills)}, languages = ${json(c.languages)},
      nationalities = ${json(c.nationalities)}, employment_history = ${json(c.employmentHistory)},
      education = ${json(c.education)}, consent_expires_at = ${c.consentExpiresAt},
      is_searchable = ${c.isSearchable}, last_active_at = ${c.lastActiveAt}, version = ${c.version},
      updated_at = ${c.updatedAt}
    where id = ${c.id}`
}

/** Moves the last activity of candidates forward where it is older by more than `stepSeconds`. Returns those moved.
 * The version stays: it counts the changes of the profile. */
export function saveLastActive(
  sql: Tx,
  activity: readonly (readonly [candidateId: number, at: Date])[],
  stepSeconds: number,
): Promise<Activity[]> {
  // Locked in the order of ids: two replicas may save the same candidates. Not `for update`: concurrent applies hold a
  // share of the key and would deadlock.
  return sql<Activity>`
    with due as (
      select id, at from candidate
      join unnest(${activity.map(([id]) => id)}::int[], ${activity.map(([, at]) => at)}::timestamptz[])
        as recorded (candidate_id, at) on id = candidate_id
      where last_active_at < at - make_interval(secs => ${stepSeconds})
      order by id for no key update of candidate
    )
    update candidate set last_active_at = due.at
    from due where candidate.id = due.id
    returning candidate.id as candidate_id, candidate.last_active_at, candidate.version`
}

// pg would send a JavaScript array as a Postgres array, not as JSON.
function json(list: readonly unknown[]): string {
  return JSON.stringify(list)
}
