import { getJson } from '@jobboard/jobboard/demo/post-json'
import type pg from 'pg'
import { type Benchmark, scaled } from './benchmark.ts'
import { type Call, timeCalls } from './load.ts'

const CANDIDATES = scaled(1_000_000, 20_000)
const EMPLOYERS = scaled(100_000, 5_000)
const CHUNK = 100_000
/** As frequent as here: a begins 10 of 100 first names, last names and e-mail addresses each, z 3. */
const INITIALS = 'aaaabbccddeefghijjjkkllmmmmnoprrssttvwz'
const SAMPLES = scaled(100, 10)
const GOAL = '<= 50 ms'

export const operatorLists: Benchmark = {
  name: 'operator-lists',
  help: 'lists of operators with a million candidates and 100 000 employers (about five minutes and 4 GB more)',
  async fill(bench) {
    bench.log(`Filling the databases with ${CANDIDATES} candidates and ${EMPLOYERS} employers…`)
    await fillCandidates(await bench.connect('candidate'))
    const accounts = await bench.connect('accounts')
    await accounts.query(INSERT_EMPLOYERS, [EMPLOYERS, INITIALS])
    await accounts.query('vacuum (analyze) employer')
  },
  async measure({ stack, settings, log }) {
    const get = (path: string) => getJson(stack.adminUrl, settings.adminToken, path)
    const candidates = (query: string) => get(`/admin/v1/candidates?${query}`)
    const employers = (query: string) => get(`/admin/v1/employers?${query}`)
    const initial = (i: number) => INITIALS[i % INITIALS.length]!
    const first = (i: number) => `${initial(i * 7)}first${(i * 7_919) % 2_000}`
    const last = (i: number) => `${initial(i * 5)}last${(i * 104_729) % 20_000}`
    const email = (i: number) => `${initial(Math.floor((i * 7_919) / 3))}${i * 7_919}@`
    const calls: Call[] = [
      ['a response of the gateway itself', '', () => get('/healthz/live')],
      ['candidates: all, first page', '', () => candidates('')],
      ['candidates: all, page 1 000 of 100', '', () => candidates('page=1000&pageSize=100')],
      ['candidates: the letter a', '', () => candidates('q=a')],
      ['candidates: one letter, page 100', '', (i) => candidates(`q=${initial(i)}&page=100`)],
      ['candidates: two letters', '', (i) => candidates(`q=${initial(i)}f`)],
      ['candidates: a first name', GOAL, (i) => candidates(`q=${first(i)}`)],
      ['candidates: a last name', GOAL, (i) => candidates(`q=${last(i)}`)],
      ['candidates: an e-mail address', GOAL, (i) => candidates(`q=${email(i)}`)],
      ['candidates: no match', GOAL, (i) => candidates(`q=zzz${i}`)],
      ['employers: all, first page', '', () => employers('')],
      ['employers: one letter', '', (i) => employers(`q=${initial(i)}`)],
      ['employers: a name', GOAL, (i) => employers(`q=${initial(i)}company ${i * 7}`)],
    ]
    log('Measuring…')
    return { figures: await timeCalls(calls, { samples: SAMPLES, warmUp: SAMPLES / 5 }) }
  },
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

const INSERT_EMPLOYERS = `
  insert into employer (name, has_active_contract, is_trusted_partner, created_at, version)
  select initcap(substr($2, 1 + i % length($2), 1)) || 'company ' || i, true, false, now(), 1
  from generate_series(1, $1::int) as i`
