import type { Tx } from '@jobboard/db/sql'
import type { Candidate } from '../domain/candidate.ts'

/** Until the end of the transaction nobody else looks up whether an e-mail address is free in order to insert it. */
export async function lockEmails(sql: Tx): Promise<void> {
  // Between the look-up of an address and its insert another transaction could insert the same one. The name is that of
  // earlier releases, which may run beside this one.
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' candidate import', 0))`
}

/** Of each e-mail address, in order: whether a candidate has it, ignoring case, and whether an erased one had it. */
export function listEmailUses(
  sql: Tx,
  emails: readonly string[],
  hashes: readonly (Buffer | null)[],
): Promise<{ isTaken: boolean; isErased: boolean }[]> {
  return sql`
    select
      exists (select from candidate where lower(candidate.email collate "C") = lower(line.email collate "C")) as is_taken,
      exists (select from erasure where email_hash = decode(hash, 'hex')) as is_erased
    from unnest(${emails}::text[], ${hashes.map((hash) => hash?.toString('hex') ?? null)}::text[])
      with ordinality as line (email, hash, place)
    order by place`
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
    order by place
    returning id, email`
  const idOf = new Map(rows.map(({ id, email }) => [email, id]))
  return candidates.map((candidate) => ({ ...candidate, id: idOf.get(candidate.email)! }))
}
