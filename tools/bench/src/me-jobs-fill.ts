import type { Log } from '@jobboard/stack/infra/log'
import type pg from 'pg'

/** Size of the generated data: 850,000 of the jobs are Active, published evenly over a year. */
export const JOBS = 1_000_000
/** Each rare word is in 17 Active jobs, each city but Bergen in 85. */
export const RARE_WORDS = 49_999
export const CITIES = 4_999
const EMPLOYERS = 5_000
const DOCUMENTS = 20_000
const VOCABULARY = 30_000
const CHUNK = 100_000

/** Fills an empty jobs database. A job has about 45 different words: w1 to w30000, the n-th in proportion to 1/n (w2 is
 * in 82 of 100 jobs, w100 in 4, w1000 in 0.4), and one rare word. */
export async function fillMeJobs(client: pg.Client, log: Log): Promise<void> {
  const { rows } = await client.query('select exists (select from job) as filled')
  if (rows[0].filled)
    throw new Error('The jobs database is not empty: this benchmark needs a new data folder.')
  await client.query('select setseed(0.5)')
  await client.query(
    `create temporary table document as
    select d as id, array_agg(distinct 'w' || floor(exp(random() * ln($2::float8)))::int) as words
    from generate_series(1, $1::int) as d, generate_series(1, 35 + d % 20) as i group by d`,
    [DOCUMENTS, VOCABULARY],
  )
  await client.query('create index on document (id)')
  await client.query('analyze document')
  await client.query(
    `insert into employer_copy (employer_id, name, version) select i, 'Employer ' || i, 1 from generate_series(1, $1::int) as i`,
    [EMPLOYERS],
  )
  for (let from = 1; from <= JOBS; from += CHUNK) {
    await client.query(
      `insert into job (employer_id, status, title, description, city, country, employment_type, remote_type, apply_method,
        posted_date, expiry_date, created_at, updated_at, version)
      select 1 + i % $3, case when i % 20 < 17 then 'Active' when i % 20 = 17 then 'Draft' else 'Closed' end,
        'rare' || i % $4::int, array_to_string(words, ' '),
        case when i % 2 = 0 then 'Bergen' else 'City' || i % $5::int end,
        (array['US', 'US', 'US', 'GB', 'GB', 'DE', 'FR', 'NO', 'IN', 'IN'])[1 + i / 7 % 10],
        (array['FullTime', 'FullTime', 'FullTime', 'PartTime', 'Contract'])[1 + i / 3 % 5],
        (array['OnSite', 'OnSite', 'HybridRemote', 'FullyRemote'])[1 + i / 5 % 4], 'PlatformApply',
        at, now() + interval '100 days', at, at, 2
      from (
        select i, date_trunc('milliseconds', now() - interval '365 days' + i * (interval '365 days' / ${JOBS})) as at
        from generate_series($1::int, $2::int) as i
      ) as made join document on document.id = 1 + i * 48271::bigint % ${DOCUMENTS} order by i`,
      [from, from + CHUNK - 1, EMPLOYERS, RARE_WORDS, CITIES],
    )
    log(`${from + CHUNK - 1} jobs…`)
  }
  await fillActiveJobs(client, log)
  await client.query('vacuum (analyze) job')
}

/** Writes the rows as the service does, only faster: the index is built once, at the end. */
async function fillActiveJobs(client: pg.Client, log: Log): Promise<void> {
  const { rows } = await client.query(`select pg_get_indexdef('active_job_terms'::regclass) as definition`)
  await client.query('drop index active_job_terms')
  await client.query(`
    insert into active_job (job_id, posted_at, terms)
    select id, posted_date, array_to_tsvector(string_to_array(description, ' ') || array[title, lower(city), '@country=' || country,
      '@city=' || lower(city), '@remote=' || remote_type, '@type=' || employment_type,
      '@block0=' || floor(extract(epoch from posted_date) / 7200), '@block1=' || floor(extract(epoch from posted_date) / 86400),
      '@block2=' || floor(extract(epoch from posted_date) / 1382400)])
    from job where status = 'Active' order by id`)
  log('Building the index of terms…')
  await client.query(`set maintenance_work_mem = '512MB'`)
  await client.query(rows[0].definition)
  await client.query('vacuum (analyze) active_job')
}
