import type { Log } from '@jobboard/stack/infra/log'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import pg from 'pg'
import type { Figure } from './figures.ts'
import { measure } from './measure.ts'

const CANDIDATES = Number(process.env.BENCH_CANDIDATES ?? 1_000_000)
const EMPLOYERS = 100_000
const CHUNK = 100_000
/** As frequent as here: a begins 10 of 100 first names, last names and e-mail addresses each, z 3. */
const INITIALS = 'aaaabbccddeefghijjjkkllmmmmnoprrssttvwz'
const SAMPLES = 100
const GOAL = '<= 50 ms'

/** Lists of operators among a million candidates and 100 000 employers, one call after the other through the gateway.
 * The stack must be new. */
export async function benchOperatorLists(stack: Stack, settings: Settings, log: Log): Promise<Figure[]> {
  log(`Filling the databases with ${CANDIDATES} candidates and ${EMPLOYERS} employers…`)
  await withDatabase(stack, 'candidate', fillCandidates)
  await withDatabase(stack, 'accounts', fillEmployers)
  const headers = { authorization: `Bearer ${settings.adminToken}` }
  const get = async (path: string) => {
    const response = await fetch(stack.adminUrl + path, { headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${text}`)
  }
  const list = (what: string, goal: string, query: (i: number) => string, noun = 'candidates') =>
    measure(`${noun}: ${what}`, goal, (i) => get(`/admin/v1/${noun}?${query(i)}`), undefined, SAMPLES)
  const initial = (i: number) => INITIALS[i % INITIALS.length]!
  const first = (i: number) => `${initial(i * 7)}first${(i * 7_919) % 2_000}`
  const last = (i: number) => `${initial(i * 5)}last${(i * 104_729) % 20_000}`
  log('Measuring…')
  return [
    ...(await measure(
      'a response of the gateway itself',
      '',
      () => get('/healthz/live'),
      undefined,
      SAMPLES,
    )),
    ...(await list('all, first page', '', () => '')),
    ...(await list('all, page 1 000 of 100', '', () => 'page=1000&pageSize=100')),
    ...(await list('the letter a', '', () => 'q=a')),
    ...(await list('one letter, page 100', '', (i) => `q=${initial(i)}&page=100`)),
    ...(await list('two letters', '', (i) => `q=${initial(i)}f`)),
    ...(await list('a first name', GOAL, (i) => `q=${first(i)}`)),
    ...(await list('a last name', GOAL, (i) => `q=${last(i)}`)),
    ...(await list(
      'an e-mail address',
      GOAL,
      (i) => `q=${initial(Math.floor((i * 7_919) / 3))}${i * 7_919}@`,
    )),
    ...(await list('no match', GOAL, (i) => `q=zzz${i}`)),
    ...(await list('all, first page', '', () => '', 'employers')),
    ...(await list('one letter', '', (i) => `q=${initial(i)}`, 'employers')),
    ...(await list('a name', GOAL, (i) => `q=${initial(i)}company ${i * 7}`, 'employers')),
  ]
}

async function withDatabase(stack: Stack, name: string, fill: (client: pg.Client) => Promise<void>) {
  const { plan } = stack.plans.find((one) => one.name === name)!
  const client = new pg.Client({ connectionString: plan.env.DATABASE_URL! })
  await client.connect()
  try {
    await fill(client)
  } finally {
    await client.end()
  }
}

async function fillCandidates(client: pg.Client): Promise<void> {
  for (let from = 1; from <= CANDIDATES; from += CHUNK) {
    await client.query(
      `insert into candidate (first_name, last_name, email, headline, summary, job_types, skills, languages,
        nationalities, employment_history, education, is_searchable, last_active_at, version, created_at, updated_at)
      select initcap(substr($3, 1 + i % length($3), 1)) || 'first' || i * 7919::bigint % 2000,
        initcap(substr($3, 1 + i / 7 % length($3), 1)) || 'last' || i * 104729::bigint % 20000,
        substr($3, 1 + i / 3 % length($3), 1) || i || '@example.com',
        'Headline ' || i, repeat('Summary ', 200), '[]', '["Welding", "Reading"]', '[]', '[]', '[]', '[]', true, now(), 1,
        now(), now()
      from generate_series($1::int, $2::int) as i`,
      [from, Math.min(from + CHUNK - 1, CANDIDATES), INITIALS],
    )
  }
  await client.query('vacuum (analyze) candidate')
}

async function fillEmployers(client: pg.Client): Promise<void> {
  await client.query(
    `insert into employer (name, has_active_contract, is_trusted_partner, created_at, version)
    select initcap(substr($2, 1 + i % length($2), 1)) || 'company ' || i, true, false, now(), 1
    from generate_series(1, $1::int) as i`,
    [EMPLOYERS, INITIALS],
  )
  await client.query('vacuum (analyze) employer')
}
