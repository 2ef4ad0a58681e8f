import { getJson, postJson } from '@jobboard/jobboard/demo/post-json'
import pg from 'pg'
import { assertEmpty, type Bench, type Benchmark, scaled } from './benchmark.ts'
import { type Call, mapConcurrently, timeCalls } from './load.ts'
import { createEmployer } from './people.ts'

const APPLICATIONS = Number(process.env.BENCH_APPLICATIONS ?? scaled(1_000_000, 50_000))
const TAGS = APPLICATIONS / 10
const EMPLOYERS = 2_000
const JOBS = 5 * EMPLOYERS
const CHUNK = 100_000
const FILLERS = 3
/** Employers whose applications are read. With one key each, none reaches its limit of 100 requests a minute. */
const CALLERS = scaled(500, 100)
/** Job 1, with a hundredth of all applications, and its employer: 50 requests a second need 30 keys. */
const LARGEST = { jobId: 1, employerId: 2, keys: 60 }
/** An employer with a tenth of all applications, to five jobs. */
const HUGE = { employerId: 4, keys: 60 }
const SINCE = 'updatedSince=2001-01-01T00:00:00Z'
const INCLUDE = 'include=tags,scorecards,assessment'
const STATUSES = ['Offered', 'Withdrawn', 'Interviewed']

interface Data {
  client: pg.Client
  /** By employer. */
  keys: Map<number, string[]>
}

export const pipeline: Benchmark<Data> = {
  name: 'pipeline',
  help: `lists, tags and moves through the gateway with a million applications, 50 calls a second of one kind (about six
minutes and 2 GB more; half an hour and 25 GB with BENCH_APPLICATIONS=10000000)`,
  async fill(bench) {
    bench.log(`Creating ${CALLERS} employers…`)
    const keys = new Map<number, string[]>()
    await mapConcurrently(CALLERS, 4, async (i) => {
      // Two of the first eight get the ids of the largest.
      const count = i < 8 ? LARGEST.keys : 1
      const employer = await createEmployer(bench, { scopes: ['Applications'], keys: count })
      keys.set(employer.id, employer.keys)
    })
    if (!keys.has(1) || keys.size !== CALLERS) throw new Error('This benchmark needs a new data folder.')
    const client = await bench.connect('pipeline')
    await fillPipeline(client, bench)
    return { client, keys }
  },
  async measure({ stack, log }, { client, keys }) {
    const keyOf = (employerId: number, i: number) => {
      const own = keys.get(employerId)!
      return own[i % own.length]!
    }
    // Every job of an employer with a key in turn, its employers one after the other.
    const employerOf = (i: number) => 1 + (i % CALLERS)
    const jobOf = (i: number) => {
      const jobId = employerOf(i) - 1 + EMPLOYERS * (Math.floor(i / CALLERS) % (JOBS / EMPLOYERS))
      return jobId > LARGEST.jobId ? jobId : jobId + EMPLOYERS
    }
    const get = (employerId: number, i: number, path: string) =>
      getJson<{ nextCursor: string }>(stack.baseUrl, keyOf(employerId, i), `/api/v1${path}`)
    const ofJob = (i: number, query: string) =>
      get(employerOf(i), i, `/jobs/${jobOf(i)}/applications?${query}`)
    const ofLargest = (i: number, query: string) =>
      get(LARGEST.employerId, i, `/jobs/${LARGEST.jobId}/applications?${query}`)
    const ofAll = (i: number, query: string) => get(employerOf(i), i, `/applications?${query}`)
    const ofAllLargest = (i: number, query: string) => get(LARGEST.employerId, i, `/applications?${query}`)
    const { rows } = await client.query<{ id: number; employer_id: number }>(
      `select id, employer_id from application tablesample bernoulli (5) repeatable (1)
      where employer_id <= $1 and job_id <> $2 limit 4000`,
      [CALLERS, LARGEST.jobId],
    )
    const pick = (i: number) => rows[(i * 37) % rows.length]!
    const post = (i: number, path: string, body: unknown) => {
      const { id, employer_id } = pick(i)
      return postJson(stack.baseUrl, keyOf(employer_id, i), `/api/v1/applications/${id}/${path}`, body)
    }
    const ofHuge = (i: number, query: string) => get(HUGE.employerId, i, `/applications?${query}`)
    const { rows: people } = await client.query<{ first: string; last: string }>(
      `select distinct split_part(name, ' ', 1) as first, split_part(name, ' ', 2) as last
      from application where employer_id = $1 limit 1000`,
      [HUGE.employerId],
    )
    // Most searches are for a person: by the name, or by beginnings of it.
    const q = (i: number) => {
      const { first, last } = people[(i * 37) % people.length]!
      return `q=${[last, `${first} ${last}`, last.slice(0, 4), `${first.slice(0, 3)} ${last.slice(0, 3)}`, first][i % 5]}`
    }
    const letter = (i: number) => `q=${'aemst'[i % 5]}`
    const reason = 'rejectionReason=r2'
    const pages = scaled(90)
    let cursor = ''
    for (let page = 0; page < pages; page++) {
      cursor = `&cursor=${(await ofAllLargest(page, `pageSize=100${cursor}`)).nextCursor}`
    }
    const calls: Call[] = [
      // The gateway alone: the share of the machine and of this client in the other figures.
      [
        'a response of the gateway itself',
        '',
        async () => (await fetch(`${stack.baseUrl}/healthz/live`)).text(),
      ],
      // The first calls after the filling: most of what they read is on the disk alone.
      ['list with status filter, read from the disk', '', (i) => ofJob(i, 'status=New')],
      ['list with status filter', '<= 20 ms', (i) => ofJob(i, 'status=New')],
      ['list, updated since', '<= 20 ms', (i) => ofJob(i, SINCE)],
      ['largest job, status filter', '<= 20 ms', (i) => ofLargest(i, 'status=Screened')],
      ['largest job, page 100', '', (i) => ofLargest(i, 'pageSize=50&page=100')],
      ['all jobs', '<= 20 ms', (i) => ofAll(i, '')],
      ['all jobs, include', '<= 40 ms', (i) => ofAll(i, INCLUDE)],
      ['all jobs, updated since', '<= 20 ms', (i) => ofAll(i, `${SINCE}&sort=updatedAt`)],
      ['all jobs of the largest employer', '<= 20 ms', (i) => ofAllLargest(i, '')],
      [`all jobs of the largest employer after ${pages * 100}`, '<= 20 ms', (i) => ofAllLargest(i, cursor)],
      ['... include', '<= 40 ms', (i) => ofAllLargest(i, `${cursor}&${INCLUDE}`)],
      ['largest job, q', '<= 20 ms', (i) => ofLargest(i, q(i))],
      ['largest job, q of one letter', '', (i) => ofLargest(i, letter(i))],
      ['largest job by score, with a status', '<= 20 ms', (i) => ofLargest(i, 'sort=-score&status=New')],
      ['largest job by name', '<= 20 ms', (i) => ofLargest(i, 'sort=name')],
      [
        'largest job, a tag and a scorecard',
        '<= 20 ms',
        (i) => ofLargest(i, 'tag=tag%203&hasScorecard=true'),
      ],
      ['all jobs of the employer with a tenth of all, q', '<= 40 ms', (i) => ofHuge(i, q(i))],
      ['... q, by score, with a status', '<= 40 ms', (i) => ofHuge(i, `${q(i)}&sort=-score&status=New`)],
      ['... q of one letter', '', (i) => ofHuge(i, letter(i))],
      ['... by score', '<= 40 ms', (i) => ofHuge(i, 'sort=-score&minScore=60')],
      ['... by name', '<= 40 ms', (i) => ofHuge(i, 'sort=name')],
      ['... a reason', '<= 40 ms', (i) => ofHuge(i, reason)],
      ['... a tag', '<= 40 ms', (i) => ofHuge(i, 'tag=tag%203')],
      ['... without a scorecard', '<= 40 ms', (i) => ofHuge(i, 'hasScorecard=false')],
      ['... reviewed by', '', (i) => ofHuge(i, `reviewedBy=${HUGE.employerId * 10 + 1}`)],
      ['changes', '', (i) => get(employerOf(i), i, '/applications/changes')],
      ['detail', '', (i) => get(pick(i).employer_id, i, `/applications/${pick(i).id}`)],
      ['tags with counts', '<= 30 ms', (i) => get(employerOf(i), i, '/tags')],
      ['assign a tag', '', (i) => post(i, 'tags', { label: `Tag ${i % 40}` })],
      ['change of status', '', (i) => post(i, 'status', { status: STATUSES[i % 3] })],
    ]
    log('Measuring…')
    const figures = await timeCalls(calls)
    const { rows: moved } = await client.query<{ id: number }>(
      'select id from application where employer_id = $1 order by id limit 2000',
      [HUGE.employerId],
    )
    const bulk = (i: number) => {
      const ids = moved.slice(i * 100, (i + 1) * 100).map(({ id }) => id)
      const body = { ids, status: STATUSES[i % 3] }
      return postJson(stack.baseUrl, keyOf(HUGE.employerId, i), '/api/v1/applications/bulk', body)
    }
    // A key has nine in a minute.
    const one = { everyMs: 0, samples: 20, warmUp: 0, quantiles: [0.5, 1] }
    figures.push(...(await timeCalls([['bulk of 100 moves', '<= 500 ms', bulk]], one)))
    const { rows: sizes } = await client.query<{ relname: string; size: string }>(
      `select relname, pg_size_pretty(pg_relation_size(oid)) as size from pg_class
      where relname in ('application', 'application_words') order by relname`,
    )
    for (const { relname, size } of sizes) log(`${relname}: ${size}`)
    return { figures }
  },
}

/** Job 1 has a hundredth of all applications, the other jobs share the rest evenly; two applications for each candidate;
 * the same number of tags for each employer; two scorecards for two of seven applications. */
async function fillPipeline(client: pg.Client, { env, log }: Bench): Promise<void> {
  log(`Filling the pipeline database with ${APPLICATIONS} applications and ${TAGS} tags…`)
  await assertEmpty(client, 'application')
  // Indexes that are created afterwards take a fraction of the time.
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'application' and indexname <> 'application_pkey'`,
  )
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  const pool = new pg.Pool({ connectionString: env('pipeline').DATABASE_URL!, max: FILLERS })
  await mapConcurrently(Math.ceil(APPLICATIONS / CHUNK), FILLERS, async (chunk) => {
    const range = [1 + chunk * CHUNK, Math.min((chunk + 1) * CHUNK, APPLICATIONS)]
    await pool.query(INSERT_APPLICATIONS, [...range, EMPLOYERS, JOBS])
    await pool.query(INSERT_ASSESSMENTS, range)
    await pool.query(INSERT_SCORECARDS, range)
    log(`${range[1]} applications…`)
  })
  await pool.end()
  log('Creating the indexes…')
  await client.query(`set maintenance_work_mem = '1GB'`)
  await client.query(`set work_mem = '256MB'`)
  for (const { indexdef } of indexes) await client.query(indexdef)
  const employers = 'from generate_series(1, $1::int) as i'
  await client.query(`insert into job_owner (job_id, employer_id) select i, 1 + i % $2 ${employers}`, [
    JOBS,
    EMPLOYERS,
  ])
  await client.query(
    `insert into candidate_tag (employer_id, candidate_id, label, assigned_at)
    select employer_id, candidate_id,
      'tag ' || row_number() over (partition by employer_id order by id) % $1::int, now()
    from application on conflict do nothing`,
    [Math.ceil(TAGS / EMPLOYERS)],
  )
  await client.query(
    `insert into tag (employer_id, label, usage_count)
    select employer_id, label, count(*) from candidate_tag group by employer_id, label`,
  )
  const changes = `insert into employer_change (employer_id, last_number) select i, $2 ${employers}`
  await client.query(changes, [EMPLOYERS, APPLICATIONS])
  await client.query(
    'vacuum (analyze) application, assessment, scorecard, candidate_tag, tag, employer_change, job_owner',
  )
}

const FIRST_NAMES = `array['ada','anders','bea','carlos','chen','david','elena','eva','fatima','felix','frida','greta','hana',
  'ines','ivan','jana','julia','karl','lars','lena','linda','maja','marc','maria','max','mohammed','nils','nora','omar','oskar',
  'paul','petra','rita','rosa','sara','sofia','stefan','theo','vera','zoe']`
const LAST_NAMES = `array['ander','berg','carl','dahl','erik','frank','gust','hein','ivers','johan','karl','lind','mull','niel',
  'ols','peter','quist','rasm','schmi','svens','thor','ull','vogel','weber','zimm']`
const ENDINGS = `array['son','sen','mann','berger','er','qvist','strom','gren','lund','dal','stad','holm','feld','bach','ner','ley',
  'ford','ton','by','sk']`
const HEADLINES = `array['baker','nurse','teacher','accountant','driver','welder','engineer','chef','analyst','manager']`
const INSERT_APPLICATIONS = `
  insert into application (id, employer_id, job_id, job_title, job_reference, candidate_id, candidate, name, email,
    headline, phone, city, country, status, application_type, is_ai_assisted, cover_letter, resume_url,
    screening_answers, applied_at, updated_at, version, change_number, rejection_code, list_name, list_score, list_words,
    has_scorecard)
  select i, employer, job_id, 'Job number ' || job_id, 'R-' || job_id, 1 + i / 2,
    jsonb_build_object('id', 1 + i / 2, 'summary', repeat('Kept the lamp burning. ', 100)), first || ' ' || last,
    first || '.' || last || i % 90 || '@post.example', 'Senior ' || headline, phone, 'Bergen', 'NO',
    (array['New', 'New', 'New', 'Screened', 'Screened', 'Shortlisted', 'Interviewing', 'Rejected', 'Rejected', 'Hired'])
      [1 + (i / 7) % 10],
    'Api', true, repeat('Dear all. ', 5 + i % 50), null, '[]', at, at + interval '1 day', 2, i,
    case when (i / 7) % 10 in (7, 8) then 'r' || i % 5 end, first || ' ' || last, i % 100,
    array_to_tsvector(array(
      select employer || '/' || word from unnest(array[first, last, last || i % 90, 'post', 'example', 'senior', headline, '47',
        phone, '47' || phone]) as word)), i % 7 < 2
  from (
    select *, 1 + job_id % $3 as employer, (20000000 + mixed % 79999999)::text as phone,
      (${FIRST_NAMES})[1 + mixed % 40] as first,
      (${LAST_NAMES})[1 + mixed / 40 % 25] || (${ENDINGS})[1 + mixed / 1000 % 20] as last,
      (${HEADLINES})[1 + mixed / 20000 % 10] as headline
    from (
      select i, case when i % 100 = 0 then 1 when i % 10 = 5 then 3 + $3 * (i / 10 % 5) else 2 + i % ($4 - 1) end as job_id,
        now() - interval '731 days' + i * interval '1 second' as at, abs(hashint4(i))::bigint as mixed
      from generate_series($1::int, $2::int) as i
    ) as numbered
  ) as made`
const INSERT_ASSESSMENTS = `
  insert into assessment (application_id, score, verdict, summary, rubric_scores, assessor, assessed_at)
  select i, i % 100, 'Match', 'Strong in experience, less in languages.',
    (select jsonb_agg(jsonb_build_object('criterion', 'Criterion ' || n, 'score', n, 'rationale', repeat('Three of five. ', 2)))
      from generate_series(1, 6) as n),
    'rubric/1', now()
  from generate_series($1::int, $2::int) as i`
const INSERT_SCORECARDS = `
  insert into scorecard (application_id, author_user_id, stage, recommendation, comments, ratings, created_at, updated_at)
  select i, 10 * (select employer_id from application where id = i) + author, 'onsite', 'Yes', repeat('Knows the lamp and the log book. ', 10),
    (select jsonb_agg(jsonb_build_object('criterion', 'Criterion ' || n, 'score', n)) from generate_series(1, 5) as n),
    now(), now()
  from generate_series($1::int, $2::int) as i, generate_series(1, 2) as author where i % 7 < 2`
