import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { listScorecards as endpoint } from '@jobboard/contracts/endpoints/scorecards'
import type { Sql, Tx } from '@jobboard/db/sql'

/** A stored scorecard. */
export interface Scorecard extends Omit<ResponseBody<typeof endpoint>[number], 'createdAt' | 'updatedAt'> {
  createdAt: Date
  updatedAt: Date
}

/** What identifies a scorecard (D-29). */
export type ScorecardKey = Pick<Scorecard, 'applicationId' | 'authorUserId' | 'stage'>

/** The scorecards of an application, newest first. */
export function listScorecards(sql: Sql, applicationId: number): Promise<Scorecard[]> {
  return sql<Scorecard>`
    select application_id, stage, author_user_id, recommendation, comments, ratings, created_at, updated_at
    from scorecard where application_id = ${applicationId}
    order by created_at desc, author_user_id desc, stage desc`
}

/** Stores a scorecard in place of the one with the same key. */
export async function saveScorecard(
  sql: Tx,
  card: Omit<Scorecard, 'createdAt' | 'updatedAt'>,
  now: Date,
): Promise<void> {
  // The primary key makes concurrent first writes one row; the last one stays.
  await sql`
    insert into scorecard
      (application_id, author_user_id, stage, recommendation, comments, ratings, created_at, updated_at)
    values (${card.applicationId}, ${card.authorUserId}, ${card.stage}, ${card.recommendation}, ${card.comments},
      ${JSON.stringify(card.ratings)}, ${now}, ${now})
    on conflict (application_id, author_user_id, stage) do update
      set recommendation = excluded.recommendation, comments = excluded.comments, ratings = excluded.ratings,
        updated_at = greatest(scorecard.updated_at, excluded.updated_at)`
}

/** Deletes a scorecard. Returns false when there is none. */
export async function deleteScorecard(sql: Tx, key: ScorecardKey): Promise<boolean> {
  const rows = await sql`
    delete from scorecard
    where application_id = ${key.applicationId} and author_user_id = ${key.authorUserId} and stage = ${key.stage}
    returning 1`
  return rows.length > 0
}
