import type { Tx } from '@jobboard/db/sql'
import type { Candidate } from '../domain/candidate.ts'

/** Until the end of the transaction no other import inserts candidates. */
export async function lockImports(sql: Tx): Promise<void> {
  // Between the look-up of an e-mail address and its insert another import could insert the same one.
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' candidate import', 0))`
}

/** Inserts the candidates whose e-mail address no candidate has yet, ignoring case, in one statement. Returns them
 * with their ids. The addresses of `candidates` must differ. */
export async function insertNewCandidates(
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
      updated_at)
    select
      "firstName", "lastName", email, phone, "linkedInUrl", "gitHubUrl", "websiteUrl", headline, summary,
      street, city, region, "postalCode", country, "careerStatus", "expectedSalaryMin", "expectedSalaryMax",
      "expectedSalaryCurrency", "noticePeriodDays", "jobTypes", skills, languages, nationalities,
      "employmentHistory", education, "consentExpiresAt", "isSearchable", ${now}, 1, ${now},
      ${now}
    from json_to_recordset(${JSON.stringify(candidates.map((one, place) => ({ ...one, place })))}::json) as line (
      "firstName" text, "lastName" text, email text, phone text, "linkedInUrl" text, "gitHubUrl" text,
      "websiteUrl" text, headline text, summary text, street text, city text, region text, "postalCode" text,
      country text, "careerStatus" text, "expectedSalaryMin" integer, "expectedSalaryMax" integer,
      "expectedSalaryCurrency" text, "noticePeriodDays" integer, "jobTypes" jsonb, skills jsonb, languages jsonb,
      nationalities jsonb, "employmentHistory" jsonb, education jsonb, "consentExpiresAt" timestamptz,
      "isSearchable" boolean, place integer)
    where not exists (
      select from candidate where lower(candidate.email collate "C") = lower(line.email collate "C"))
    order by place
    returning id, email`
  const idOf = new Map(rows.map(({ id, email }) => [email, id]))
  return candidates.flatMap((candidate) => {
    const id = idOf.get(candidate.email)
    return id === undefined ? [] : [{ ...candidate, id }]
  })
}
