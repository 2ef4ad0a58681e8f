import { notFound } from '@jobboard/contracts/error'
import type { World } from '@jobboard/contracts/sandbox/sandbox'
import { offsetOf, type Page, type PageRow, pageOf } from '@jobboard/db/page'
import { fragment, type Sql, startsWith, type Tx } from '@jobboard/db/sql'
import type { Applicant } from '../applications/gates.ts'
import { ofWorld } from '../sandbox/store.ts'
import type { Activity, Candidate, CandidateSummary } from './candidate.ts'

const columns = fragment`
  id, first_name, last_name, email, phone, linked_in_url, git_hub_url, website_url, headline, summary,
  street, city, region, postal_code, country, career_status, expected_salary_min, expected_salary_max,
  expected_salary_currency, notice_period_days, job_types, skills, languages, nationalities,
  employment_history, education, consent_expires_at, is_searchable, last_active_at, version, created_at, updated_at,
  sandbox_id`

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

/** Until the end of the transaction nobody else looks up whether an e-mail address is free in order to insert it. */
export async function lockEmails(sql: Tx): Promise<void> {
  // Between the look-up of an address and its insert another transaction could insert the same one. The name is that of
  // earlier releases, which may run beside this one.
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' candidate import', 0))`
}

/** Of each e-mail address, in order: whether a live candidate has it, ignoring case, and whether an erased one had it. */
export function listEmailUses(
  sql: Tx,
  emails: readonly string[],
  hashes: readonly (Buffer | null)[],
): Promise<{ isTaken: boolean; isErased: boolean }[]> {
  return sql`
    select
      exists (select from candidate where lower(candidate.email collate "C") = lower(line.email collate "C")
        and sandbox_id is null) as is_taken,
      exists (select from erasure where email_hash = decode(hash, 'hex')) as is_erased
    from unnest(${emails}::text[], ${hashes.map((hash) => hash?.toString('hex') ?? null)}::text[])
      with ordinality as line (email, hash, place)
    order by place`
}

/** The first live candidate with an e-mail address, ignoring case, if there is one. */
export async function findByEmail(sql: Sql, email: string): Promise<number | undefined> {
  const [row] = await sql<{ id: number }>`
    select id from candidate where lower(email collate "C") = lower(${email} collate "C")
      and sandbox_id is null order by id limit 1`
  return row?.id
}

const ofSandboxes = fragment`(select count(*) from candidate where sandbox_id is not null)`
// From indexes alone: those of sandboxes have one of their own.
const totals: Record<World, ReturnType<typeof fragment>> = {
  live: fragment`(select count(*) from candidate) - ${ofSandboxes}`,
  sandbox: ofSandboxes,
  all: fragment`(select count(*) from candidate)`,
}

/** Number of candidates. */
export async function countCandidates(sql: Sql, world: World): Promise<number> {
  const [row] = await sql<{ count: number }>`select ${totals[world]} as count`
  return row!.count
}

/** Candidates with an id above `afterId`, in the order of their ids. */
export function listCandidatesAfter(
  sql: Sql,
  world: World,
  afterId: number,
  limit: number,
): Promise<Candidate[]> {
  return sql<Candidate>`
    select ${columns} from candidate where id > ${afterId} and ${ofWorld[world]} order by id limit ${limit}`
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

/** Inserts candidates, whose e-mail addresses differ, in one statement. Returns them with their ids. */
export async function insertCandidates(
  sql: Tx,
  candidates: readonly Omit<Candidate, 'id'>[],
  now: Date,
): Promise<Candidate[]> {
  const rows = await sql<{ id: number; email: string }>`
    insert into candidate (
      first_name, last_name, email, phone, linked_in_url, git_hub_url, website_url, headline, summary,
      street, city, region, postal_code, country, career_status, expected_salary_min, expected_salary_max,
      expected_salary_currency, notice_period_days, job_types, skills, languages, nationalities,
      employment_history, education, consent_expires_at, is_searchable, last_active_at, version, created_at,
      updated_at, sandbox_id)
    select
      "firstName", "lastName", email, phone, "linkedInUrl", "gitHubUrl", "websiteUrl", headline, summary,
      street, city, region, "postalCode", country, "careerStatus", "expectedSalaryMin", "expectedSalaryMax",
      "expectedSalaryCurrency", "noticePeriodDays", "jobTypes", skills, languages, nationalities,
      "employmentHistory", education, "consentExpiresAt", "isSearchable", ${now}, 1, ${now},
      ${now}, "sandboxId"
    from json_to_recordset(${JSON.stringify(candidates.map((one, place) => ({ ...one, place })))}::json) as line (
      "firstName" text, "lastName" text, email text, phone text, "linkedInUrl" text, "gitHubUrl" text,
      "websiteUrl" text, headline text, summary text, street text, city text, region text, "postalCode" text,
      country text, "careerStatus" text, "expectedSalaryMin" integer, "expectedSalaryMax" integer,
      "expectedSalaryCurrency" text, "noticePeriodDays" integer, "jobTypes" jsonb, skills jsonb, languages jsonb,
      nationalities jsonb, "employmentHistory" jsonb, education jsonb, "consentExpiresAt" timestamptz,
      "isSearchable" boolean, "sandboxId" integer, place integer)
    order by place
    returning id, email`
  const idOf = new Map(rows.map(({ id, email }) => [email, id]))
  return candidates.map((candidate) => ({ ...candidate, id: idOf.get(candidate.email)! }))
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
    returning candidate.id as candidate_id, candidate.last_active_at, candidate.version, candidate.sandbox_id`
}

// pg would send a JavaScript array as a Postgres array, not as JSON.
function json(list: readonly unknown[]): string {
  return JSON.stringify(list)
}

const summary = fragment`
  id, first_name, last_name, email, headline, city, country, consent_expires_at, is_searchable, last_active_at,
  created_at, updated_at`

// Apart from the conditions of a name, which the indexes of names answer alone.
const namedOf: typeof ofWorld = {
  live: fragment`id not in (select id from candidate where sandbox_id is not null)`,
  sandbox: fragment`id in (select id from candidate where sandbox_id is not null)`,
  all: fragment`true`,
}

/** One page of candidates, newest first, and how many there are, in one statement. With `q` those whose first name, last
 * name or e-mail address starts with it, without case. */
export async function listCandidatePage(
  sql: Sql,
  { q, world, page, pageSize }: { q?: string | undefined; world: World; page: number; pageSize: number },
): Promise<Page<CandidateSummary>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  const rows =
    q === undefined
      ? await sql<PageRow<CandidateSummary>>`
          select counted.total, page.* from (select ${totals[world]} as total) counted
          left join lateral (
            select ${summary} from candidate where ${ofWorld[world]} order by id desc limit ${limit} offset ${offset}
          ) page on true
          order by page.id desc`
      : await sql<PageRow<CandidateSummary>>`
          with named as materialized (
            select id from candidate where ${startsWith(fragment`lower(email collate "C")`, q)}
            union
            select id from candidate where ${nameStartsWith(fragment`first_name || ' ' || last_name`, q)}
            union
            select id from candidate where ${nameStartsWith(fragment`last_name || ' ' || first_name`, q)}
          ), found as materialized (select id from named where ${namedOf[world]})
          select counted.total, page.* from (select count(*) as total from found) counted
          left join lateral (
            select ${summary} from candidate
            where id = any(array(select id from found order by id desc limit ${limit} offset ${offset}))
          ) page on true
          order by page.id desc`
  return pageOf(rows, { page, pageSize })
}

/** Characters of a name in the indexes, whose entries are limited to 2704 bytes. */
const INDEXED_CHARACTERS = 100

function nameStartsWith(name: ReturnType<typeof fragment>, q: string) {
  const characters = [...q]
  const start = characters.slice(0, INDEXED_CHARACTERS).join('')
  // The literal 100: an expression with a parameter matches no index.
  const indexed = startsWith(fragment`lower(left(${name}, 100)) collate "C"`, start)
  if (characters.length <= INDEXED_CHARACTERS) return indexed
  return fragment`${indexed} and ${startsWith(fragment`lower(${name}) collate "C"`, q)}`
}
