import { debit } from '@jobboard/ledger/entries'
import { eventually } from '@jobboard/testkit/eventually'
import { explaining } from '@jobboard/testkit/explain'
import { expect, test } from 'vitest'
import type { Job } from '../src/jobs/job.ts'
import { wordCondition } from '../src/jobs/list.ts'
import { listJobs } from '../src/jobs/list-store.ts'
import { expireDueJobs, getAnyJob, getJob, lockJob, saveJob } from '../src/jobs/store.ts'
import { startJobs } from './support/setup.ts'

const jobs = await startJobs()
const { db } = jobs.deps
await db.tx(async (sql) => {
  // Vacuum marks only pages with flushed commits all-visible; the test server commits asynchronously.
  await sql`set local synchronous_commit = on`
  // Enough rows that the planner prefers indexes; one employer has a tenth of them.
  await sql`
    insert into job (employer_id, status, title, reference, posted_date, expiry_date, created_at, updated_at, version,
      words, title_key, words_version)
    select employer, (array['Active', 'Active', 'Draft', 'Closed'])[1 + i / 10 % 4], repeat('Job ' || i, 20),
      'R-' || i % 5000, now(), now() + i * interval '1 hour', now() - i * interval '1 minute', now(), 1,
      array_to_tsvector(array[employer || '/job', employer || '/n' || i]), 'job ' || i, 1
    from generate_series(1, 50000) as i, lateral (select case when i % 10 = 0 then 1 else 2 + i % 500 end as employer) of`
  await sql`
    insert into application_copy select i, 1 + i % 50, 1 + i % 50000 from generate_series(1, 50000) as i`
  await sql`
    insert into credit_balance (employer_id, kind, amount)
    select i, kind, 5 from generate_series(1, 5000) as i, unnest(array['JobPosting', 'CvSearch']) as kind`
})
// A transaction of another test on the same server can delay this.
await eventually('all pages are all-visible', async () => {
  await db.sql`vacuum (analyze) job, credit_balance, application_copy`
  const tables = await db.sql`
    select from pg_class where oid in ('job'::regclass, 'application_copy'::regclass) and relallvisible = relpages`
  return tables.length === 2
})

const now = new Date()
const job = { id: 5, employerId: 7, title: 'Job', screeningQuestions: [], version: 2 } as unknown as Job

/** The scan nodes in the plans of the statements of `work`. */
async function scansOf(
  work: (sql: ReturnType<typeof explaining>['sql']) => Promise<unknown>,
): Promise<string[]> {
  const { sql, plans } = explaining(jobs.deps.db.sql)
  await work(sql)
  return plans.flatMap((plan) => plan.match(/\S+ .*Scan.*/g) ?? []).map((step) => step.trim())
}

const byId = ['Index Scan using job_pkey on job']
const statements: Record<string, [work: Parameters<typeof scansOf>[0], scans: string[]]> = {
  get: [(sql) => getJob(sql, 7, 5), byId],
  'get for another service': [(sql) => getAnyJob(sql, 5), byId],
  lock: [(sql) => lockJob(sql, 7, 5), byId],
  save: [(sql) => saveJob(sql, job), byId],
  debit: [
    (sql) => debit(sql, { employerId: 7, kind: 'JobPosting', cause: 'x', requestId: 'x', now }),
    ['Index Scan using credit_balance_pkey on credit_balance'],
  ],
  'due jobs': [(sql) => expireDueJobs(sql, now, 200), ['Index Scan using job_due on job', ...byId]],
}

test.each(Object.entries(statements))('%s uses its index', async (_name, [work, wanted]) => {
  const scans = await scansOf(work)
  for (const step of wanted)
    expect(
      scans.some((scan) => scan.includes(step)),
      scans.join('\n'),
    ).toBe(true)
  expect(scans.filter((scan) => scan.includes('Seq Scan'))).toEqual([])
})

const updatedSince = new Date(now.getTime() - 3_600_000)
test.each([
  {},
  ...(['Draft', 'Active', 'Expired', 'Closed'] as const).map((status) => ({ status })),
  { updatedSince },
  { status: 'Active', updatedSince },
  { status: 'Expired', updatedSince },
  { status: 'Active', expiresBefore: new Date(now.getTime() + 7 * 86_400_000) },
  { after: { key: updatedSince.getTime(), id: 5 } },
  { after: { key: updatedSince.getTime(), id: 5 }, status: 'Active', updatedSince },
] as const)(
  'list with %o: index-only scans for count and page, only the rows of the page are read',
  async (filter) => {
    for (const employerId of [1, 7]) {
      for (const offset of [0, 450]) {
        const scans = await scansOf((sql) => listJobs(sql, employerId, { ...filter, offset, limit: 51, now }))
        expect(scans.map((scan) => scan.replace(/^-> +| job_\d$/g, ''))).toEqual([
          // The count takes any index of the jobs of an employer.
          expect.stringMatching(/^Index Only Scan using job_(listed|by_\w+) on job$/),
          'Index Only Scan using job_listed on job',
          'Index Scan using job_pkey on job',
        ])
      }
    }
  },
)

test.each([{}, { status: 'Active', updatedSince }] as const)(
  'list by reference with %o: reads the jobs with this reference alone',
  async (filter) => {
    for (const employerId of [1, 7]) {
      const scans = await scansOf((sql) =>
        listJobs(sql, employerId, { ...filter, reference: 'R-50', offset: 0, limit: 51, now }),
      )
      const found = scans.map((scan) => scan.replace(/^-> +| job_\d$/g, ''))
      // Of an employer with a few jobs the index of all its references is as good.
      const name = employerId === 1 ? 'job_reference_in_nfc' : 'job_reference'
      const index = expect.stringMatching(`^(Index|Index Only|Bitmap Index) Scan (using|on) ${name}`)
      const table = 'Bitmap Heap Scan on job'
      expect(found.filter((scan) => scan !== table)).toEqual([
        index,
        index,
        'Index Scan using job_pkey on job',
      ])
    }
  },
)

test.each([
  ['-postedDate', 'job_by_posted_date', updatedSince.getTime()],
  ['expiryDate', 'job_by_expiry_date', null],
  ['title', 'job_by_title', 'job 40'],
] as const)('list by %s: an index-only scan finds the page', async (sort, index, key) => {
  for (const employerId of [1, 7]) {
    for (const after of [undefined, { key, id: 5 }]) {
      for (const status of [undefined, 'Active'] as const) {
        const scans = await scansOf((sql) =>
          listJobs(sql, employerId, { sort, after, status, offset: 0, limit: 51, now }),
        )
        const page = `Index Only Scan using ${index} on job`
        expect(scans.map((scan) => scan.replace(/^-> +| job_\d$/g, ''))).toEqual([
          expect.stringMatching(/^Index Only Scan using job_\w+ on job$/),
          page,
          'Index Scan using job_pkey on job',
        ])
      }
    }
  }
})

test('list by -applications: applications are counted from their index alone', async () => {
  const scans = await scansOf((sql) => listJobs(sql, 1, { sort: '-applications', offset: 0, limit: 51, now }))
  expect(scans.join('\n')).toContain('Index Only Scan using application_copy_of_employer')
  expect(scans.join('\n')).not.toContain('Seq Scan')
})

test('list by q: the words of other employers are not read', async () => {
  const words = wordCondition('job n50', 1)
  expect(words).toBe("'1/job':* & '1/n50':*")
  const scans = await scansOf((sql) => listJobs(sql, 1, { words, offset: 0, limit: 51, now }))
  expect(scans.join('\n')).toContain('Bitmap Index Scan on job_words')
  expect(scans.join('\n')).not.toContain('Seq Scan')
})
