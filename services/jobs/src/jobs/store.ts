import { notFound } from '@jobboard/contracts/error'
import { jobState } from '@jobboard/contracts/jobs/events'
import type { ScreeningQuestion } from '@jobboard/contracts/jobs/job'
import { MAX_UNPUBLISHED_JOBS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import { assertRoom } from '@jobboard/contracts/sandbox/sandbox'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { purgeCredits } from '@jobboard/ledger/entries'
import { countRows, stateSource } from '@jobboard/service/resync/source'
import { sandboxTermsOf } from '../open-jobs/search.ts'
import type { WantedQuestion } from './change.ts'
import { asOf, type Job, type Posting, toEvent } from './job.ts'
import { vectorOf, wordsOf } from './list.ts'

/** `Db.listen` channel that is notified when a job is saved. */
export const JOB_CHANNEL = 'job'

/** The salary, with amounts as numbers: two decimals up to their limit are exact. */
export const salaryColumns = fragment`
  salary_min::float8 as salary_min, salary_max::float8 as salary_max, salary_currency, salary_period`

/** Every column of a job. */
const jobColumns = fragment`
  job.id, employer_id, status, title, reference, description, city, country, employment_type, remote_type, apply_method,
  apply_email_address, apply_url, ${salaryColumns}, posted_date, expiry_date, created_at, updated_at, version, screening_questions,
  sandbox_id`

/** One job of the employer. Throws not_found. */
export async function getJob(sql: Sql, employerId: number, id: number): Promise<Job> {
  return one(await sql<Job>`select ${jobColumns} from job where id = ${id} and employer_id = ${employerId}`)
}

type JobWithEmployer = Job & { employerName: string | null }

/** One job of any employer and the copied name of that employer, if there is a copy: for other services, never for a
 * recruiter. Throws not_found. */
export async function getAnyJob(sql: Sql, id: number): Promise<JobWithEmployer> {
  return one(await listAnyJobs(sql, [id]))
}

/** As `getAnyJob`; an unknown id is left out. */
export function listAnyJobs(sql: Sql, ids: number[]): Promise<JobWithEmployer[]> {
  return sql<JobWithEmployer>`
    select ${jobColumns},
      (select name from employer_copy where employer_copy.employer_id = job.employer_id) as employer_name
    from job where id = any(${ids}::integer[])`
}

/** One job of the employer, locked until the transaction ends. Throws not_found. */
export async function lockJob(sql: Tx, employerId: number, id: number): Promise<Job> {
  return one(
    await sql<Job>`
      select ${jobColumns} from job where id = ${id} and employer_id = ${employerId} for update`,
  )
}

/** One job of any employer, locked until the transaction ends: for operators. Throws not_found. */
export async function lockAnyJob(sql: Tx, id: number): Promise<Job> {
  return one(await sql<Job>`select ${jobColumns} from job where id = ${id} for update`)
}

/** Stores a new Draft. Undefined when the employer's jobs that were never published have reached their limit. Throws
 * limit_reached for a full sandbox. */
export async function insertJob(
  sql: Tx,
  { employerId, sandboxId }: Pick<Job, 'employerId' | 'sandboxId'>,
  posting: Posting,
  now: Date,
): Promise<Job | undefined> {
  // One insert of an employer at a time, so that the limit is exact.
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' new job ' || ${employerId}::int, 0))`
  if (sandboxId !== null) assertRoom('jobs', await countSandboxJobs(sql, sandboxId), 1)
  const words = wordsOf(posting, employerId)
  const [job] = await sql<Job>`
      insert into job (employer_id, status, title, reference, description, city, country, employment_type, remote_type,
        apply_method, apply_email_address, apply_url, salary_min, salary_max, salary_currency, salary_period,
        screening_questions, created_at, updated_at, version, words, title_key, words_version,
        sandbox_id)
      select ${employerId}, 'Draft', ${posting.title}, ${posting.reference}, ${posting.description}, ${posting.city},
        ${posting.country}, ${posting.employmentType}, ${posting.remoteType}, ${posting.applyMethod},
        ${posting.applyEmailAddress}, ${posting.applyUrl}, ${posting.salaryMin}::numeric, ${posting.salaryMax}::numeric,
        ${posting.salaryCurrency}, ${posting.salaryPeriod}, ${JSON.stringify(posting.screeningQuestions)}::json,
        ${now}, ${now}, 1, ${vectorOf(words.lexemes)}::tsvector, ${words.titleKey}, 1,
        ${sandboxId}::int
      where ${MAX_UNPUBLISHED_JOBS_PER_EMPLOYER} > (
        select count(*) from job where employer_id = ${employerId} and posted_date is null
      )
      returning ${jobColumns}`
  return job
}

/** Stores a job that this transaction has locked. */
export async function saveJob(sql: Tx, job: Job): Promise<void> {
  const words = wordsOf(job, job.employerId)
  await sql`
    update job set status = ${job.status}, title = ${job.title}, reference = ${job.reference},
      description = ${job.description}, city = ${job.city}, country = ${job.country},
      employment_type = ${job.employmentType}, remote_type = ${job.remoteType}, apply_method = ${job.applyMethod},
      apply_email_address = ${job.applyEmailAddress}, apply_url = ${job.applyUrl}, salary_min = ${job.salaryMin},
      salary_max = ${job.salaryMax}, salary_currency = ${job.salaryCurrency}, salary_period = ${job.salaryPeriod},
      posted_date = ${job.postedDate},
      expiry_date = ${job.expiryDate}, updated_at = ${job.updatedAt}, version = ${job.version},
      screening_questions = ${JSON.stringify(job.screeningQuestions)}, words = ${vectorOf(words.lexemes)}::tsvector,
      title_key = ${words.titleKey}, words_version = ${job.version},
      sandbox_terms = ${job.sandboxId === null ? null : vectorOf(sandboxTermsOf(job))}::tsvector
    where id = ${job.id} and employer_id = ${job.employerId}`
  sql.notify(JOB_CHANNEL)
}

/** Number of jobs of a sandbox. */
export async function countSandboxJobs(sql: Sql, sandboxId: number): Promise<number> {
  const [row] = await sql<{
    count: number
  }>`select count(*) as count from job where sandbox_id = ${sandboxId}`
  return row!.count
}

function one<J extends Job>(rows: J[]): J {
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Assigns an id to each question that has none. */
export async function withIds(sql: Tx, wanted: WantedQuestion[]): Promise<ScreeningQuestion[]> {
  const missing = wanted.filter(({ id }) => id === undefined).length
  const fresh = await sql<{ id: number }>`
    select nextval('screening_question_id')::int as id from generate_series(1, ${missing})`
  return wanted.map(({ id = fresh.shift()!.id, ...question }) => ({ id, ...question }))
}

/** True when an Active job's expiryDate has passed; reads one index entry. */
export async function hasDueJob(sql: Sql, now: Date): Promise<boolean> {
  const rows = await sql`select from job where status = 'Active' and expiry_date <= ${now} limit 1`
  return rows.length > 0
}

/** Ids of Active jobs whose expiryDate has passed. */
export async function listDueJobs(sql: Sql, now: Date, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from job where status = 'Active' and expiry_date <= ${now} order by expiry_date limit ${limit}`
  return rows.map(({ id }) => id)
}

/** What the events of a batch may take before compression: it must fit the time-out of a statement. */
const MAX_EXPIRED_BYTES = 16_777_216

/** Expires up to `limit` Active jobs whose expiryDate has passed, the oldest of them up to 16 MiB, or the one with this id,
 * and returns their new state (D-25), the one that `asOf` computes for readers before it is stored. */
export async function expireDueJobs(sql: Tx, now: Date, limit: number, id?: number): Promise<Job[]> {
  // Skip locked: replicas expire different jobs, and a job that a request is changing waits for the next run.
  return sql<Job>`
    with locked as materialized (
      select id as due_id, expiry_date as due_at,
        coalesce(octet_length(description), 0) + octet_length(screening_questions::text) as bytes
      from job where status = 'Active' and expiry_date <= ${now} ${id === undefined ? fragment`` : fragment`and id = ${id}`}
      order by expiry_date limit ${limit} for update skip locked
    ), due as (
      select due_id from (select due_id, sum(bytes) over (order by due_at, due_id) - bytes as before from locked) as sums
      where before < ${MAX_EXPIRED_BYTES}
    )
    update job set status = 'Expired', updated_at = expiry_date, version = version + 1, words_version = words_version + 1
    from due where job.id = due.due_id
    returning ${jobColumns}`
}

/** Every job as it is now; drafts too, because others look their owner up. */
export const jobStates = stateSource({
  type: jobState,
  count: countRows('job'),
  async read(sql, { after, limit, now }) {
    const jobs = await sql<Job>`
      select ${jobColumns} from job where id > ${Number(after)} order by id limit ${limit}`
    return jobs.map((job) => ({ ...toEvent(asOf(job, now), now), cursor: String(job.id) }))
  },
})

/** Deletes what this service has of a retired sandbox: at most 200 jobs and 2 000 copies of applications. */
export async function purgeSandbox(sql: Tx, sandboxId: number): Promise<{ isDone: boolean }> {
  await sql`delete from job where sandbox_id = ${sandboxId}`
  await sql`delete from application_copy where employer_id = ${sandboxId}`
  await sql`delete from employer_copy where employer_id = ${sandboxId}`
  await purgeCredits(sql, sandboxId)
  return { isDone: true }
}
