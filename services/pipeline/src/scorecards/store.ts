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
