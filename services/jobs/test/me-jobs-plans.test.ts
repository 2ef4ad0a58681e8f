import { eventually } from '@jobboard/testkit/eventually'
import { explaining } from '@jobboard/testkit/explain'
import { expect, test } from 'vitest'
import { getOpenJob, listOpenJobs } from '../src/open-jobs/store.ts'
import { startMeJobs } from './support/me-jobs.ts'

const jobs = await startMeJobs()
const { sql } = jobs.deps.db
await sql`
  insert into job (employer_id, status, title, description, city, country, employment_type, remote_type, posted_date,
    expiry_date, created_at, updated_at, version)
  select 1 + i % 500, 'Active', 'Job ' || i, repeat('Lamp ', 20), 'Oslo', 'NO', 'FullTime', 'OnSite',
    now() - i * interval '10 minutes', now() + interval '30 days', now(), now(), 2
  from generate_series(1, 50000) as i`
await sql`
  insert into active_job (job_id, posted_at, terms)
  select id, posted_date, array_to_tsvector(array['lamp', 'w' || id % 1000, '@block0=1', 'x' || id]) from job`
await sql`insert into employer_copy (employer_id, name, version) select i, 'E', 1 from generate_series(3, 500) as i`
await eventually('the statistics are up to date', async () => {
  await sql`vacuum (analyze) job, active_job, employer_copy`
  return (
    (await sql`select from pg_stats where tablename = 'active_job' and schemaname = current_schema()`)
      .length > 0
  )
})

const now = new Date()
const page = { after: { at: now, id: 5 }, limit: 51, now }

async function plansOf(
  work: (sql: ReturnType<typeof explaining>['sql']) => Promise<unknown>,
): Promise<string[]> {
  const { sql, plans } = explaining(jobs.deps.db.sql)
  await work(sql)
  return plans
}

test('a search reads the index of terms, a list without filters the index of time, and jobs by their id', async () => {
  const unfiltered = await plansOf((sql) => listOpenJobs(sql, { ...page, conditions: [] }))
  expect(unfiltered).toHaveLength(1)
  expect(unfiltered[0]).toContain('Index Only Scan using active_job_newest on active_job')
  for (const word of ["'lamp'", "'w7'", "'x7'", "'lamp' & !'w7'"]) {
    const plans = await plansOf((sql) => listOpenJobs(sql, { ...page, conditions: [word] }))
    expect(plans).toHaveLength(4)
    for (const plan of plans.slice(0, -1)) expect(plan).toContain('Bitmap Index Scan on active_job_terms')
    for (const plan of plans) expect(plan).not.toContain('active_job_newest')
    unfiltered.push(...plans.slice(0, -1))
  }
  unfiltered.push(...(await plansOf((sql) => getOpenJob(sql, 7, now))))
  for (const plan of unfiltered) {
    expect(plan).toContain('Index Scan using job_pkey on job')
    expect(plan).not.toMatch(/Seq Scan on (job|active_job)/)
  }
})
