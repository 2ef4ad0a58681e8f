import { setTimeout as sleep } from 'node:timers/promises'
import { CALLER_HEADER, type Caller, signCaller } from '@jobboard/service/auth/caller'
import type pg from 'pg'
import { assertEmpty, type Bench, type Benchmark, scaled } from './benchmark.ts'
import type { Figure } from './figures.ts'
import { type Call, SAMPLES, steadily, timeCalls, WARM_UP } from './load.ts'

const JOBS = scaled(1_000_000, 60_000)
const EMPLOYERS = 5_000
const CHUNK = 100_000
/** Each rare word is in about 17 Active jobs, each city but Bergen in 85. */
const RARE_WORDS = JOBS / 20 - 1
const CITIES = 4_999
const DOCUMENTS = 20_000
const VOCABULARY = 30_000
const EXPIRING = scaled(10_000)
const YEAR_MS = 365 * 86_400_000

interface Data {
  client: pg.Client
  /** Sends a request to the service directly, with a signed caller as the gateway sends it. */
  send(caller: Caller, method: string, path: string, body?: unknown): Promise<void>
  startedAt: number
}

async function fill(bench: Bench): Promise<Data> {
  const client = await bench.connect('jobs')
  await fillJobs(client, bench)
  await fillActiveJobs(client, bench)
  const { url } = bench.stack.plans.find(({ name }) => name === 'jobs')!
  const headersOf = (caller: Caller) => ({
    [CALLER_HEADER]: signCaller(bench.settings.callerSecret, caller),
    'content-type': 'application/json',
  })
  bench.log('Measuring…')
  return {
    client,
    startedAt: Date.now(),
    async send(caller, method, path, body) {
      const text = body === undefined ? null : JSON.stringify(body)
      const response = await fetch(url + path, { method, headers: headersOf(caller), body: text })
      const received = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${received}`)
    },
  }
}

export const jobs: Benchmark<Data> = {
  name: 'jobs',
  help: `list, get and publish with a million jobs beside a load of 50 calls a second, and expiry (about ten minutes and 4 GB
more)`,
  fill,
  async measure(_bench, { client, send: sendAs }) {
    const recruiter = { kind: 'recruiter', userId: null, keyId: 1 } as const
    const send = (employerId: number, method: string, path: string, body?: unknown) =>
      sendAs({ ...recruiter, scopes: ['JobPosting'], employerId }, method, path, body)
    let isOver = false
    const load = steadily(
      50,
      (i) => {
        const employerId = 1 + ((i * 7) % EMPLOYERS)
        if (i % 5 > 0) return send(employerId, 'GET', '/api/v1/jobs')
        return send(employerId, 'POST', '/api/v1/jobs', { title: 'Load' })
      },
      () => isOver,
    )
    load.catch(() => {})
    const all = await pickJobs(client, 'true', 4_000)
    const drafts = await pickJobs(client, `status = 'Draft'`, 2 * (SAMPLES + WARM_UP))
    const expiryDate = new Date(Date.now() + 86_400_000).toISOString()
    const list = '/api/v1/jobs?status=Active&pageSize=50'
    const pick = (i: number) => all[i % all.length]!
    const publish = () => {
      const { id, employerId } = drafts.pop()!
      return send(employerId, 'POST', `/api/v1/jobs/${id}/publish`, { expiryDate })
    }
    const calls: Call[] = [
      // HTTP alone: the share of the machine and of this client in the other figures.
      ['a response without work', '', () => send(1, 'GET', '/healthz/live')],
      ['get', '<= 5 ms', (i) => send(pick(i).employerId, 'GET', `/api/v1/jobs/${pick(i).id}`)],
      ['list with filter', '<= 20 ms', (i) => send(pick(i).employerId, 'GET', list)],
      ['list with filter, employer of a hundredth of the jobs', '', () => send(1, 'GET', list)],
      ['list with filter, its page 100', '', () => send(1, 'GET', `${list}&page=100`)],
      ['publish', '<= 15 ms', publish],
    ]
    const figures = await timeCalls(calls)
    figures.push(...(await timeCalls([['publish, without a pause', '', publish]], { everyMs: 0 })))
    figures.push(...(await expire(client)))
    isOver = true
    await load
    return { figures }
  },
}

export const meJobs: Benchmark<Data> = {
  name: 'me-jobs',
  help: 'what candidates find among a million jobs (about ten minutes and 4 GB more)',
  fill,
  async measure(_bench, { client, send, startedAt }) {
    const caller: Caller = { kind: 'candidate', candidateId: 1, keyId: 1, scopes: ['Profile'] }
    const list = (query: string) => send(caller, 'GET', `/api/v1/me/jobs?${query}`)
    const active = await pickJobs(client, `status = 'Active'`, 4_000)
    // Within the last 300 days, another one for each call.
    const deep = (i: number) => {
      const at = startedAt - Math.floor((YEAR_MS * 0.8 * ((i * 7_919) % 1_000)) / 1_000)
      return `cursor=${Buffer.from(`${at}.1`).toString('base64url')}`
    }
    const goal = '<= 50 ms'
    // w1 to w10 are in 30 to 95 % of the jobs, w100 to w999 in 0.4 to 4 %, w1000 to w20000 in 0.02 to 0.4 %.
    const common = (i: number) => `w${1 + (i % 10)}`
    const other = (i: number) => `w${11 + (i % 10)}`
    const some = (i: number) => `w${100 + ((i * 37) % 900)}`
    const others = (i: number) => `w${100 + ((i * 53) % 900)}`
    const calls: Call[] = [
      // HTTP alone: the share of the machine and of this client in the other figures.
      ['a response without work', '', () => send(caller, 'GET', '/healthz/live')],
      ['no filter', goal, () => list('')],
      ['a word of 30 to 95 % of the jobs', goal, (i) => list(`query=${common(i)}`)],
      ['a word of 0.4 to 4 %', goal, (i) => list(`query=${some(i)}`)],
      ['a word of 0.02 to 0.4 %', goal, (i) => list(`query=w${1_000 + ((i * 137) % 19_000)}`)],
      ['a word of 17 jobs', goal, (i) => list(`query=rare${1 + ((i * 7_919) % RARE_WORDS)}`)],
      ['two common words and a country', goal, (i) => list(`query=${common(i)}+${other(i)}&country=NO`)],
      [
        'two words of 0.4 to 4 % and a country',
        goal,
        (i) => list(`query=${some(i)}+${others(i)}&country=NO`),
      ],
      ['a city of 85 jobs', goal, (i) => list(`city=City${(i * 31) % CITIES}`)],
      ['three filters', goal, () => list('country=NO&remoteType=FullyRemote&employmentType=Contract')],
      ['deep cursor, no filter', goal, (i) => list(deep(i))],
      ['deep cursor, common word', goal, (i) => list(`query=${common(i)}&${deep(i)}`)],
      ['deep cursor, a word of 0.4 to 4 %', goal, (i) => list(`query=${some(i)}&${deep(i)}`)],
      ['one job', '', (i) => send(caller, 'GET', `/api/v1/me/jobs/${active[i % active.length]!.id}`)],
    ]
    return { figures: await timeCalls(calls) }
  },
}

/** Fills an empty jobs database: 17 of 20 jobs Active, created evenly over a year; the first employer has a hundredth of
 * all, the others share the rest evenly; credits for each. A job has about 45 different words: w1 to w30000, the n-th in
 * proportion to 1/n, and one rare word. */
async function fillJobs(client: pg.Client, { log }: Bench): Promise<void> {
  log(`Filling the jobs database with ${JOBS} jobs of ${EMPLOYERS} employers…`)
  await assertEmpty(client, 'job')
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
    const to = Math.min(from + CHUNK - 1, JOBS)
    await client.query(INSERT_JOBS, [from, to, EMPLOYERS, RARE_WORDS, CITIES, DOCUMENTS, JOBS])
    log(`${to} jobs…`)
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
  await client.query('vacuum (analyze) job, credit_balance')
}

const INSERT_JOBS = `
  insert into job (employer_id, status, title, reference, description, city, country, employment_type, remote_type,
    apply_method, posted_date, expiry_date, created_at, updated_at, version)
  select case when i % 100 = 0 then 1 else 1 + i % $3::int end, status, 'rare' || i % $4::int, 'R-' || i,
    array_to_string(words, ' '), case when i % 2 = 0 then 'Bergen' else 'City' || i % $5::int end,
    (array['US', 'US', 'US', 'GB', 'GB', 'DE', 'FR', 'NO', 'IN', 'IN'])[1 + i / 7 % 10],
    (array['FullTime', 'FullTime', 'FullTime', 'PartTime', 'Contract'])[1 + i / 3 % 5],
    (array['OnSite', 'OnSite', 'HybridRemote', 'FullyRemote'])[1 + i / 5 % 4], 'PlatformApply',
    case when status <> 'Draft' then at end,
    case status when 'Active' then now() + interval '100 days' when 'Expired' then at + interval '1 hour' end, at, at, 2
  from (
    select i, date_trunc('milliseconds', now() - interval '365 days' + i * (interval '365 days' / $7::int)) as at,
      case (i / $3::int + i) % 20 when 17 then 'Draft' when 18 then 'Closed' when 19 then 'Expired' else 'Active' end as status
    from generate_series($1::int, $2::int) as i
  ) as made join document on document.id = 1 + i * 48271::bigint % $6::int order by i`

/** Writes the rows by which candidates find jobs as the service does, only faster: the index is built once, at the end. */
async function fillActiveJobs(client: pg.Client, { log }: Bench): Promise<void> {
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

async function pickJobs(client: pg.Client, where: string, count: number) {
  const { rows } = await client.query<{ id: number; employerId: number }>(
    `select id, employer_id as "employerId" from job tablesample bernoulli (5) repeatable (1) where ${where} limit $1`,
    [count],
  )
  return rows
}

/** Time from the second in which many jobs are due until the last one is Expired, which commits with its event, and until
 * the last event is published. */
async function expire(client: pg.Client): Promise<Figure[]> {
  const due = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 5_000)
  await client.query(
    `update job set expiry_date = $1 where id in (
      select id from job tablesample bernoulli (5) repeatable (2) where status = 'Active' limit $2)`,
    [due, EXPIRING],
  )
  await sleep(due.getTime() - Date.now())
  const expired = `select count(*)::int as count from outbox where subject = 'evt.jobs.job.expired.v1'`
  const secondsUntil = async (query: string) => {
    while ((await client.query(query)).rows[0].count < EXPIRING) await sleep(50)
    return (Date.now() - due.getTime()) / 1_000
  }
  const what = `${EXPIRING} jobs due in one second`
  return [
    { what: `${what}: all Expired`, value: await secondsUntil(expired), unit: 's', goal: '<= 10 s' },
    {
      what: `${what}: all events published`,
      value: await secondsUntil(`${expired} and published_at is not null`),
      unit: 's',
    },
  ]
}
