import type { ScorecardTemplate } from '@jobboard/contracts/applications/scorecard-templates'
import { MAX_SCORECARDS_PER_APPLICATION } from '@jobboard/contracts/limits'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import type { Scorecard, ScorecardKey } from './scorecard.ts'

const columns = fragment`
  application_id, stage, author_user_id, recommendation, comments, ratings, created_at, updated_at`

/** The scorecard with this key, if there is one. */
export async function findScorecard(sql: Sql, key: ScorecardKey): Promise<Scorecard | undefined> {
  const [card] = await sql<Scorecard>`
    select ${columns} from scorecard
    where application_id = ${key.applicationId} and author_user_id = ${key.authorUserId} and stage = ${key.stage}`
  return card
}

/** The scorecards of an application, newest first. */
export function listScorecards(sql: Sql, applicationId: number): Promise<Scorecard[]> {
  return sql<Scorecard>`
    select ${columns} from scorecard where application_id = ${applicationId}
    order by created_at desc, author_user_id desc, stage desc`
}

/** The scorecards of several applications of the employer, each newest first; of an application null where they and those
 * of the applications before it are more than `limit`. */
export async function listScorecardsOf(
  sql: Sql,
  employerId: number,
  applicationIds: number[],
  limit: number,
): Promise<Map<number, Scorecard[] | null>> {
  const rows = await sql<Scorecard & { id: number; fits: boolean }>`
    select counted.id, counted.fits, ${columns}
    from (
      select id, sum((select count(*) from scorecard where application_id = id)) over (order by place) <= ${limit} as fits
      from unnest(${applicationIds}::integer[]) with ordinality as given (id, place)
      where exists (select from application where application.id = given.id and employer_id = ${employerId})
    ) as counted
    left join scorecard on counted.fits and application_id = counted.id
    order by created_at desc, author_user_id desc, stage desc`
  const ofEach = new Map<number, Scorecard[] | null>()
  for (const { id, fits, ...card } of rows) {
    const cards = ofEach.get(id) ?? (fits ? [] : null)
    // An application without scorecards is one row of the left join.
    if (card.stage !== null) cards?.push(card)
    ofEach.set(id, cards)
  }
  return ofEach
}

/** Stores a scorecard in place of the one with the same key, for a candidate that this transaction has locked. Returns
 * undefined when it would be one more and the application has reached the limit. */
export async function saveScorecard(
  sql: Tx,
  card: Omit<Scorecard, 'createdAt' | 'updatedAt'>,
  now: Date,
): Promise<Scorecard | undefined> {
  // The primary key makes concurrent first writes one row; the last one stays.
  const [stored] = await sql<Scorecard>`
    insert into scorecard
      (application_id, author_user_id, stage, recommendation, comments, ratings, created_at, updated_at)
    select ${card.applicationId}, ${card.authorUserId}, ${card.stage}, ${card.recommendation}, ${card.comments},
      ${JSON.stringify(card.ratings)}::jsonb, ${now}, ${now}
    where ${MAX_SCORECARDS_PER_APPLICATION} > (
      select count(*) from scorecard
      where application_id = ${card.applicationId}
        and (author_user_id, stage) <> (${card.authorUserId}, ${card.stage})
    )
    on conflict (application_id, author_user_id, stage) do update
      set recommendation = excluded.recommendation, comments = excluded.comments, ratings = excluded.ratings,
        updated_at = greatest(scorecard.updated_at, excluded.updated_at)
    returning ${columns}`
  return stored
}

/** Deletes a scorecard. Returns false when there is none. */
export async function deleteScorecard(sql: Tx, key: ScorecardKey): Promise<boolean> {
  // Before the scorecard, as an erasure locks them: the application notes whether it has one.
  await sql`select from application where id = ${key.applicationId} for no key update`
  const rows = await sql`
    delete from scorecard
    where application_id = ${key.applicationId} and author_user_id = ${key.authorUserId} and stage = ${key.stage}
    returning 1`
  return rows.length > 0
}

/** The template of a job: its own, or the employer's; without a job the employer's. Until one is stored it is empty. */
export async function getTemplate(
  sql: Sql,
  employerId: number,
  jobId: number | null,
): Promise<ScorecardTemplate> {
  const [template] = await sql<ScorecardTemplate>`
    select job_id, criteria, hide_others_until_submitted from scorecard_template
    where employer_id = ${employerId} and (job_id is null or job_id = ${jobId}::integer)
    order by job_id nulls last limit 1`
  return template ?? { jobId: null, criteria: [], hideOthersUntilSubmitted: false }
}

/** The same, while all templates of the employer are locked until the transaction ends, also before the first is stored. */
export async function lockTemplate(
  sql: Tx,
  employerId: number,
  jobId: number | null,
): Promise<ScorecardTemplate> {
  await sql`
    insert into scorecard_template (employer_id, job_id, criteria, hide_others_until_submitted)
    values (${employerId}, null, '[]', false) on conflict do nothing`
  await sql`select from scorecard_template where employer_id = ${employerId} and job_id is null for update`
  return getTemplate(sql, employerId, jobId)
}

/** Stores a template; `lockTemplate` has locked those of the employer. */
export async function saveTemplate(sql: Tx, employerId: number, template: ScorecardTemplate): Promise<void> {
  await sql`
    insert into scorecard_template (employer_id, job_id, criteria, hide_others_until_submitted)
    values (${employerId}, ${template.jobId}, ${JSON.stringify(template.criteria)}::jsonb,
      ${template.hideOthersUntilSubmitted})
    on conflict (employer_id, job_id) do update
      set criteria = excluded.criteria, hide_others_until_submitted = excluded.hide_others_until_submitted`
}

/** Deletes the own template of a job. Returns false when it has none. */
export async function deleteTemplate(sql: Tx, employerId: number, jobId: number): Promise<boolean> {
  const rows = await sql`
    delete from scorecard_template where employer_id = ${employerId} and job_id = ${jobId} returning 1`
  return rows.length > 0
}

/** Those of the employer's applications whose template hides the scorecards of others. */
export async function listHiding(
  sql: Sql,
  employerId: number,
  applicationIds: readonly number[],
): Promise<Set<number>> {
  const rows = await sql<{ id: number }>`
    select application.id from application
    left join scorecard_template own on own.employer_id = application.employer_id and own.job_id = application.job_id
    left join scorecard_template general on general.employer_id = application.employer_id and general.job_id is null
    where application.id = any(${applicationIds}::integer[]) and application.employer_id = ${employerId}
      and coalesce(own.hide_others_until_submitted, general.hide_others_until_submitted)`
  return new Set(rows.map(({ id }) => id))
}
