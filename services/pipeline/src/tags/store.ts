import { MAX_TAGS_PER_CANDIDATE, MAX_TAGS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import type { Sql, Tx } from '@jobboard/db/sql'

/** A tag of an employer. */
export interface Tag {
  label: string
  usageCount: number
}

/** The tags of an employer in the order of their labels. */
export function listTags(sql: Sql, employerId: number): Promise<Tag[]> {
  return sql<Tag>`select label, usage_count from tag where employer_id = ${employerId} order by label`
}

/** The tags of a candidate in the order of their labels. */
export function listCandidateTags(sql: Sql, employerId: number, candidateId: number): Promise<Tag[]> {
  return sql<Tag>`
    select label, usage_count from candidate_tag join tag using (employer_id, label)
    where employer_id = ${employerId} and candidate_id = ${candidateId} order by label`
}

/** The tags of several candidates who have some, by candidate, in the order of their labels. */
export async function listTagsOf(
  sql: Sql,
  employerId: number,
  candidateIds: number[],
): Promise<Map<number, Tag[]>> {
  const rows = await sql<{ candidateId: number; tags: Tag[] }>`
    select candidate_id, json_agg(json_build_object('label', label, 'usageCount', usage_count) order by label) as tags
    from unnest(${candidateIds}::integer[]) as given (candidate_id)
    join candidate_tag using (candidate_id) join tag using (employer_id, label)
    where employer_id = ${employerId} group by candidate_id`
  return new Map(rows.map(({ candidateId, tags }) => [candidateId, tags]))
}

/** Tags a candidate that this transaction has locked. Returns false when the candidate has the tag, which then stays
 * until this transaction ends; undefined when the candidate's tags have reached their limit. */
export async function insertCandidateTag(
  sql: Tx,
  employerId: number,
  candidateId: number,
  label: string,
  now: Date,
): Promise<boolean | undefined> {
  // The update locks an existing row: a concurrent removal waits. Lock order: candidate_tag, then tag.
  const [row] = await sql<{ isNew: boolean }>`
    insert into candidate_tag (employer_id, candidate_id, label, assigned_at)
    select ${employerId}, ${candidateId}, ${label}, ${now}
    where ${MAX_TAGS_PER_CANDIDATE} > (
      select count(*) from candidate_tag
      where employer_id = ${employerId} and candidate_id = ${candidateId} and label <> ${label}
    )
    on conflict (employer_id, candidate_id, label) do update set label = excluded.label
    returning xmax = 0 as is_new`
  return row?.isNew
}

/** Removes a tag from a candidate. Returns false when the candidate does not have it. */
export async function deleteCandidateTag(
  sql: Tx,
  employerId: number,
  candidateId: number,
  label: string,
): Promise<boolean> {
  const rows = await sql`
    delete from candidate_tag
    where employer_id = ${employerId} and candidate_id = ${candidateId} and label = ${label} returning 1`
  return rows.length > 0
}

/** One transaction at a time creates tags of an employer, so the limit is exact. One that locks several tags takes this first:
 * it would else wait here, with tags that the owner of this lock waits for. */
export async function lockTagsOf(sql: Tx, employerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' tags ' || ${employerId}::int, 0))`
}

/** Counts one more candidate; creates the tag for its first. Returns undefined when that would be one more tag than an
 * employer can have. */
export async function incrementUsage(sql: Tx, employerId: number, label: string): Promise<Tag | undefined> {
  const [existing] = await sql<Tag>`
    update tag set usage_count = usage_count + 1 where employer_id = ${employerId} and label = ${label}
    returning label, usage_count`
  if (existing) return existing
  await lockTagsOf(sql, employerId)
  const [tag] = await sql<Tag>`
    insert into tag (employer_id, label, usage_count)
    select ${employerId}, ${label}, 1
    where ${MAX_TAGS_PER_EMPLOYER} > (
      select count(*) from tag where employer_id = ${employerId} and label <> ${label}
    )
    on conflict (employer_id, label) do update set usage_count = tag.usage_count + 1
    returning label, usage_count`
  return tag
}

/** Counts one candidate less; deletes the tag after its last. */
export async function decrementUsage(sql: Tx, employerId: number, label: string): Promise<void> {
  // The update locks the row, so nobody counts between the two statements.
  const [tag] = await sql<Tag>`
    update tag set usage_count = usage_count - 1 where employer_id = ${employerId} and label = ${label}
    returning label, usage_count`
  if (tag!.usageCount > 0) return
  await sql`delete from tag where employer_id = ${employerId} and label = ${label}`
}

/** The tag of a label that some candidate has. */
export async function getTag(sql: Sql, employerId: number, label: string): Promise<Tag> {
  const [tag] = await sql<Tag>`
    select label, usage_count from tag where employer_id = ${employerId} and label = ${label}`
  return tag!
}
