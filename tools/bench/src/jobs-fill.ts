import type { Log } from '@jobboard/stack/infra/log'
import type pg from 'pg'

/** Size of the generated data. The first employer has a hundredth of all jobs, the others share the rest evenly. */
export const JOBS = 1_000_000
export const EMPLOYERS = 5_000
const CHUNK = 100_000

/** Fills an empty jobs database: six in ten jobs Active, the rest Drafts, Closed and Expired, created over two years;
 * and a thousand credits for each employer. Inserts in chunks, to bound the size of a transaction. */
export async function fillJobs(client: pg.Client, log: Log, jobs = JOBS): Promise<void> {
  const { rows } = await client.query('select exists (select from job) as filled')
  if (rows[0].filled)
    throw new Error('The jobs database is not empty: this benchmark needs a new data folder.')
  for (let from = 0; from < jobs; from += CHUNK) {
    await client.query(
      `insert into job (employer_id, status, title, reference, description, city, country, employment_type, remote_type,
        apply_method, posted_date, expiry_date, created_at, updated_at, version)
      select case when i % 100 = 0 then 1 else 1 + i % $3 end, status, 'Job number ' || i, 'R-' || i,
        repeat('Keep the lamp burning and mind the fog. ', 5 + i % 30), 'Bergen', 'NO', 'FullTime', 'OnSite', 'PlatformApply',
        case when status <> 'Draft' then created_at end,
        case status when 'Active' then now() + (1 + i % 300) * interval '1 day'
          when 'Expired' then created_at + interval '1 hour' end,
        created_at, created_at, 2
      from (
        select i, now() - interval '731 days' + i * interval '60 seconds' as created_at,
          (array['Active', 'Active', 'Active', 'Draft', 'Closed', 'Active', 'Active', 'Active', 'Draft', 'Expired'])
            [1 + (i / $3 + i) % 10] as status
        from generate_series($1::int, $2::int) as i
      ) as made`,
      [from, Math.min(from + CHUNK, jobs) - 1, EMPLOYERS],
    )
    log(`${Math.min(from + CHUNK, jobs)} jobs…`)
  }
  await client.query(
    `with balance as (
      insert into credit_balance (employer_id, kind, amount)
      select i, 'JobPosting', 1000 from generate_series(1, $1::int) as i returning employer_id
    )
    insert into credit_entry (employer_id, kind, amount, balance_after, cause, request_id, created_at)
    select employer_id, 'JobPosting', 1000, 1000, 'grant: bench', 'bench', now() from balance`,
    [EMPLOYERS],
  )
  await client.query('vacuum (analyze) job')
  await client.query('vacuum (analyze) credit_balance')
}
