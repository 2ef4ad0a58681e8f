import { eventually } from '@jobboard/testkit/eventually'
import { explaining } from '@jobboard/testkit/explain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  countApplications,
  listApplications,
  listChanges,
  listIncluded,
} from '../src/applications/list-store.ts'
import { getCandidateId } from '../src/applications/store.ts'
import { wantedWords } from '../src/applications/words.ts'
import { listNotes } from '../src/notes/store.ts'
import { listScorecards } from '../src/scorecards/store.ts'
import { listStatusChanges, lockApplication } from '../src/status/store.ts'
import { deleteCandidateTag, listCandidateTags, listTags } from '../src/tags/store.ts'
import { bootPipeline, type PipelineAlone } from './support/pipeline-with-jobs.ts'

let services: PipelineAlone
beforeAll(async () => {
  services = await bootPipeline()
  const { db } = services.pipeline.deps
  await db.tx(async (sql) => {
    // Vacuum marks only pages with flushed commits all-visible; the test server commits asynchronously.
    await sql`set local synchronous_commit = on`
    // Enough rows that the planner prefers indexes; one job has a tenth of them.
    for (let from = 1; from < 50_000; from += 5_000) {
      await sql`
      insert into application (id, employer_id, job_id, job_title, candidate_id, candidate, name, email, status,
        application_type, is_ai_assisted, screening_answers, applied_at, updated_at, version, change_number, list_name,
        list_score, list_words, has_scorecard)
      select i, 1 + job_id % 100, job_id, 'Keeper', i, '{}', repeat('Ada ' || i, 20), 'ada@post.example',
        (array['New', 'Screened', 'Hired', 'Rejected'])[1 + i / 10 % 4], 'Api', true, '[]',
        now() - i * interval '1 minute', now() - i * interval '30 seconds', 1, i, 'ada ' || i, 50,
        array_to_tsvector(array[(1 + job_id % 100) || '/ada', (1 + job_id % 100) || '/w' || i % 700]), i <= 20000
      from (
        select i, case when i % 10 = 0 then 1 else 2 + i % 500 end as job_id from generate_series(${from}::int, ${from + 4_999}::int) as i
      ) as made`
      await sql`
        insert into assessment select i, 50, 'Match', 'x', '[]', 'rubric/1', now()
        from generate_series(${from}::int, ${from + 4_999}::int) as i`
    }
    await sql`
      insert into candidate_tag select 1 + i % 100, i, 'tag ' || i % 50, now() from generate_series(1, 20000) as i`
    await sql`
      insert into tag select 1 + i % 100, 'tag ' || i / 100, 5 from generate_series(1, 20000) as i on conflict do nothing`
    await sql`
      insert into note (employer_id, candidate_id, text, author_user_id, created_at, updated_at)
      select 1 + i % 100, i, 'x', 1, now(), now() from generate_series(1, 20000) as i`
    for (let from = 1; from < 20_000; from += 5_000) {
      await sql`
        insert into scorecard select i, 1 + i % 100, 'onsite', 'Yes', null, '[]', now(), now()
        from generate_series(${from}::int, ${from + 4_999}::int) as i`
    }
    await sql`
      insert into status_change (application_id, previous_status, status, author_key_id, changed_at)
      select i, 'New', 'Hired', 1, now() from generate_series(1, 20000) as i`
  })
  // A transaction of another test on the same server can delay this.
  await eventually('all pages are all-visible', async () => {
    await db.sql`vacuum (analyze) application, assessment, candidate_tag, tag, note, scorecard, status_change`
    const [table] = await db.sql`
      select from pg_class where oid = 'application'::regclass and relallvisible = relpages`
    return table
  })
})
afterAll(() => services.stop())

/** The scan nodes in the plans of the statements of `work`. */
async function scansOf(work: (sql: ReturnType<typeof explaining>['sql']) => Promise<unknown>) {
  const { sql, plans } = explaining(services.pipeline.deps.db.sql)
  await work(sql)
  return plans
    .flatMap((plan) => plan.match(/\S+ .*Scan.*/g) ?? [])
    .map((scan) => scan.trim().replace(/^-> +/, ''))
}

const page = { page: 1, pageSize: 50 }
const statements: Record<string, [work: Parameters<typeof scansOf>[0], scan: string]> = {
  'candidate of an application': [(sql) => getCandidateId(sql, 1, 5), 'application_pkey on application'],
  'lock an application': [
    (sql) => lockApplication(sql, { employerId: 1 }, 5),
    'application_pkey on application',
  ],
  'tags of an employer': [(sql) => listTags(sql, 7), 'tag_pkey'],
  'tags of a candidate': [(sql) => listCandidateTags(sql, 7, 5), 'candidate_tag_pkey on candidate_tag'],
  'remove a tag': [(sql) => deleteCandidateTag(sql, 7, 5, 'x'), 'candidate_tag_'],
  notes: [(sql) => listNotes(sql, 7, { id: 5, candidateId: 5 }), 'note_newest on note'],
  scorecards: [(sql) => listScorecards(sql, 5), 'scorecard_pkey on scorecard'],
  history: [(sql) => listStatusChanges(sql, 5, page), 'status_change_application on status_change'],
  changes: [
    (sql) => listChanges(sql, 7, { changeNumber: 5, id: 5 }, 50),
    'application_changed on application',
  ],
}

test.each(Object.entries(statements))('%s: reads by its index', async (_name, [work, wanted]) => {
  const scans = await scansOf(work)
  expect(
    scans.some((scan) => scan.includes(wanted)),
    scans.join('\n'),
  ).toBe(true)
  expect(scans.filter((scan) => scan.includes('Seq Scan'))).toEqual([])
})

const after = { key: new Date(), id: 5 }
const recent = new Date(Date.now() - 3_600_000)

test.each([
  ['no filter', '-appliedAt', {}, 'application_of_employer_filters'],
  ['no filter, oldest first', 'appliedAt', {}, 'application_of_employer_filters'],
  ['a status', '-appliedAt', { status: 'Hired' }, 'application_of_employer_filters'],
  ['a cursor', '-appliedAt', { after }, 'application_of_employer_filters'],
  [
    'a cursor with a total',
    '-appliedAt',
    { after: { ...after, total: 7 } },
    'application_of_employer_filters',
  ],
  ['the last change', 'updatedAt', { after }, 'application_of_employer_updated'],
  ['the last change, since', '-updatedAt', { updatedSince: recent }, 'application_of_employer_updated'],
  [
    'the last change, a status, since',
    'updatedAt',
    { updatedSince: recent, status: 'Hired' },
    'application_of_employer_updated',
  ],
  ['a reason', '-appliedAt', { rejectionReason: 'late' }, 'application_of_employer_filters'],
  ['no scorecard', '-appliedAt', { hasScorecard: false }, 'application_of_employer_filters'],
  ['a score', '-score', {}, 'application_of_employer_score'],
  [
    'a score, lowest first, after a cursor',
    'score',
    { after: { key: 50, id: 5 } },
    'application_of_employer_score',
  ],
  ['a name', 'name', {}, 'application_of_employer_name'],
  ['a name, after a cursor', '-name', { after: { key: 'ada', id: 5 } }, 'application_of_employer_name'],
] as const)(
  'list over all jobs by %s: index-only scans for count and page, only the rows of the page are read',
  async (_, sort, filter, index) => {
    // A tenth of all applications, and a thousandth.
    for (const employerId of [2, 8]) {
      const query = { ...filter, sort, offset: 0, limit: 51 }
      const scans = await scansOf((sql) => listApplications(sql, employerId, query))
      const read = scans.filter((scan) => !/^Subquery Scan|job_owner/.test(scan))
      const page = [
        expect.stringMatching(new RegExp(`^Index Only Scan (Backward )?using ${index} on application`)),
        expect.stringMatching(/^Index Scan using application_pkey on application/),
        expect.stringMatching(/^Index Only Scan using candidate_tag_pkey on candidate_tag/),
        expect.stringMatching(/^Index Only Scan using assessment_score on assessment/),
      ]
      const count = expect.stringMatching(/^Index Only Scan using application_\w+ on application/)
      const isCounted = !('after' in filter && 'total' in filter.after)
      expect(read).toEqual(isCounted ? [count, ...page] : page)
    }
  },
)

test('the applications to a page of jobs are counted from an index alone (P-510)', async () => {
  // One job with a tenth of all applications, and a page of jobs with a five-hundredth each.
  const page = Array.from({ length: 100 }, (_, i) => 2 + i)
  for (const [employerId, jobIds] of [
    [2, [1]],
    [8, [7]],
    [8, page],
  ] as const) {
    const scans = await scansOf((sql) => countApplications(sql, employerId, jobIds))
    expect(scans).toEqual([expect.stringMatching(/^Index Only Scan using application_\w+ on application/)])
  }
})

test.each([
  ['q', { words: wantedWords(2, 'w12') }, 'application_words'],
  ['a tag', { tag: ['tag 1'] }, 'candidate_tag_by_label'],
  ['a reviewer', { reviewedBy: 7 }, 'scorecard_of_author'],
] as const)(
  'list over all jobs by %s: its index finds them, which are read once',
  async (_, filter, index) => {
    const query = { ...filter, sort: '-appliedAt', offset: 0, limit: 51 } as const
    const scans = await scansOf((sql) => listApplications(sql, 2, query))
    expect(scans.filter((scan) => scan.includes('Seq Scan'))).toEqual([])
    expect(
      scans.some((scan) => scan.includes(index)),
      scans.join('\n'),
    ).toBe(true)
  },
)

test('what a page includes is read by the indexes of its applications', async () => {
  const rows = Array.from({ length: 50 }, (_, n) => ({ id: n + 1, candidateId: n + 1 }))
  const by = { employerId: 2, reader: 20 }
  const scans = await scansOf((sql) =>
    listIncluded(sql, by, rows, ['tags', 'scorecards', 'assessment', 'counts']),
  )
  const tables = scans.filter(
    (scan) => !scan.startsWith('Function Scan') && !scan.startsWith('Subquery Scan'),
  )
  expect(tables.length).toBeGreaterThan(5)
  for (const scan of tables) expect(scan).toMatch(/^(Index|Index Only|Bitmap Index|Bitmap Heap) Scan/)
})

test.each([
  ['no filter', '-appliedAt', {}, 'application_newest'],
  ['no filter, oldest first', 'appliedAt', {}, 'application_newest'],
  ['a status', '-appliedAt', { status: 'Hired' }, 'application_by_status'],
  ['a status after a cursor', '-appliedAt', { status: 'Hired', after }, 'application_by_status'],
  ['the last change', 'updatedAt', { after }, 'application_updated'],
  [
    'the last change, since a time',
    '-updatedAt',
    { updatedSince: new Date(Date.now() - 3_600_000) },
    'application_updated',
  ],
  ['a score', '-score', {}, 'application_by_score'],
  ['a score with a status', '-score', { status: 'Hired' }, 'application_by_score'],
  ['a name', 'name', {}, 'application_by_name'],
] as const)(
  'list by %s: index-only scans for count and page, only the rows of the page are read',
  async (_, sort, filter, index) => {
    const countedBy = 'status' in filter ? 'application_(by_status|by_score|by_name)' : 'application_\\w+'
    for (const [employerId, jobId] of [
      [2, 1],
      [8, 7],
    ] as const) {
      const query = { ...filter, jobId, sort, offset: 0, limit: 51 }
      const scans = await scansOf((sql) => listApplications(sql, employerId, query))
      const [count, ids, ...rest] = scans.filter((scan) => !/^Subquery Scan|job_owner/.test(scan))
      expect(count).toMatch(new RegExp(`^Index Only Scan using ${countedBy} on application`))
      expect(ids).toMatch(new RegExp(`^Index Only Scan (Backward )?using ${index} on application`))
      expect(rest).toEqual([
        expect.stringMatching(/^Index Scan using application_pkey on application/),
        expect.stringMatching(/^Index Only Scan using candidate_tag_pkey on candidate_tag/),
        expect.stringMatching(/^Index Only Scan using assessment_score on assessment/),
      ])
    }
  },
)
