import type { Log } from '@jobboard/stack/infra/log'
import pg from 'pg'
import { mapConcurrently } from './concurrency.ts'

/** Applications to generate; a tenth as many tags. */
export const APPLICATIONS = Number(process.env.BENCH_APPLICATIONS ?? 1_000_000)
const TAGS = APPLICATIONS / 10
export const EMPLOYERS = 2_000
export const JOBS = 5 * EMPLOYERS
const CHUNK = 100_000
const FILLERS = 3

/** Fills an empty pipeline database: job 1 has a hundredth of all applications, the other jobs share the rest
 * evenly; two applications for each candidate; the same number of tags for each employer; two scorecards for two of five
 * applications. */
export async function fillPipeline(client: pg.Client, url: string, log: Log): Promise<void> {
  const { rows } = await client.query('select exists (select from application) as filled')
  if (rows[0].filled)
    throw new Error('The pipeline database is not empty: this benchmark needs a new data folder.')
  const indexes = await dropIndexes(client)
  await client.query(
    `insert into job_owner (job_id, employer_id) select i, 1 + i % $2 from generate_series(1, $1::int) as i`,
    [JOBS, EMPLOYERS],
  )
  const pool = new pg.Pool({ connectionString: url, max: FILLERS })
  await mapConcurrently(Math.ceil(APPLICATIONS / CHUNK), FILLERS, async (chunk) => {
    const from = 1 + chunk * CHUNK
    await pool.query(
      `insert into application (id, employer_id, job_id, job_title, job_reference, candidate_id, candidate, name, email,
        headline, phone, city, country, status, application_type, is_ai_assisted, cover_letter, resume_url,
        screening_answers, applied_at, updated_at, version, change_number)
      select i, 1 + job_id % $3, job_id, 'Job number ' || job_id, 'R-' || job_id, 1 + i / 2,
        jsonb_build_object('id', 1 + i / 2, 'summary', repeat('Kept the lamp burning. ', 100)), 'Ada Quill ' || i,
        'ada' || i || '@post.example', 'Keeper', '+47 22', 'Bergen', 'NO',
        (array['New', 'New', 'New', 'Screened', 'Screened', 'Shortlisted', 'Interviewing', 'Rejected', 'Rejected', 'Hired'])
          [1 + (i / 7) % 10],
        'Api', true, repeat('Dear all. ', 5 + i % 50), null, '[]', at, at + interval '1 day', 2, i
      from (
        select i, case when i % 100 = 0 then 1 else 2 + i % ($4 - 1) end as job_id,
          now() - interval '731 days' + i * interval '1 second' as at
        from generate_series($1::int, $2::int) as i
      ) as made`,
      [from, Math.min(from + CHUNK - 1, APPLICATIONS), EMPLOYERS, JOBS],
    )
    await pool.query(
      `insert into assessment (application_id, score, verdict, summary, rubric_scores, assessor, assessed_at)
      select i, i % 100, 'Match', 'Strong in experience, less in languages.',
        (select jsonb_agg(jsonb_build_object('criterion', 'Criterion ' || n, 'score', n, 'rationale', repeat('Three of five. ', 2)))
          from generate_series(1, 6) as n),
        'rubric/1', now()
      from generate_series($1::int, $2::int) as i`,
      [from, Math.min(from + CHUNK - 1, APPLICATIONS)],
    )
    await pool.query(
      `insert into scorecard (application_id, author_user_id, stage, recommendation, comments, ratings, created_at,
        updated_at)
      select i, author, 'onsite', 'Yes', repeat('Knows the lamp and the log book. ', 10),
        (select jsonb_agg(jsonb_build_object('criterion', 'Criterion ' || n, 'score', n)) from generate_series(1, 5) as n),
        now(), now()
      from generate_series($1::int, $2::int) as i, generate_series(1, 2) as author where i % 5 < 2`,
      [from, Math.min(from + CHUNK - 1, APPLICATIONS)],
    )
    log(`${Math.min(from + CHUNK - 1, APPLICATIONS)} applications…`)
  })
  await pool.end()
  log('Creating the indexes…')
  await client.query(`set maintenance_work_mem = '1GB'`)
  await client.query(`set work_mem = '256MB'`)
  for (const { indexdef } of indexes) await client.query(indexdef)
  await client.query(
    `insert into candidate_tag (employer_id, candidate_id, label, assigned_at)
    select employer_id, candidate_id,
      'tag ' || row_number() over (partition by employer_id order by id) % $1::int, now()
    from application on conflict do nothing`,
    [TAGS / EMPLOYERS],
  )
  await client.query(
    `insert into tag (employer_id, label, usage_count)
    select employer_id, label, count(*) from candidate_tag group by employer_id, label`,
  )
  await client.query(
    `insert into employer_change (employer_id, last_number) select i, $2 from generate_series(1, $1::int) as i`,
    [EMPLOYERS, APPLICATIONS],
  )
  const tables = [
    'application',
    'assessment',
    'scorecard',
    'candidate_tag',
    'tag',
    'employer_change',
    'job_owner',
  ]
  for (const table of tables) await client.query(`vacuum (analyze) ${table}`)
}

/** Drops the indexes of the applications that are no constraint: created afterwards, they take a fraction of the time. */
async function dropIndexes(client: pg.Client): Promise<{ indexdef: string }[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'application' and indexname <> 'application_pkey'`,
  )
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
  return rows
}
