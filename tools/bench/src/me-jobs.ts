import { CALLER_HEADER, type Caller, signCaller } from '@jobboard/service/auth/caller'
import type { Log } from '@jobboard/stack/infra/log'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import pg from 'pg'
import type { Figure } from './figures.ts'
import { CITIES, fillMeJobs, JOBS, RARE_WORDS } from './me-jobs-fill.ts'
import { measure } from './measure.ts'

const YEAR_MS = 365 * 86_400_000

/** What candidates find among a million jobs: 50 calls a second of one kind, to the jobs service directly, with signed
 * callers as the gateway sends them. The stack must be new. */
export async function benchMeJobs(stack: Stack, settings: Settings, log: Log): Promise<Figure[]> {
  const { url, plan } = stack.plans.find(({ name }) => name === 'jobs')!
  const client = new pg.Client({ connectionString: plan.env.DATABASE_URL! })
  await client.connect()
  try {
    log(`Filling the jobs database with ${JOBS} jobs…`)
    await fillMeJobs(client, log)
  } finally {
    await client.end()
  }
  const caller: Caller = { kind: 'candidate', candidateId: 1, keyId: 1, scopes: ['Profile'] }
  const get = async (path: string) => {
    const response = await fetch(url + path, {
      headers: { [CALLER_HEADER]: signCaller(settings.callerSecret, caller) },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${text}`)
  }
  const list = (query: string) => get(`/api/v1/me/jobs?${query}`)
  const startedAt = Date.now()
  // Within the last 300 days, another one for each call.
  const deep = (i: number) => {
    const at = startedAt - Math.floor((YEAR_MS * 0.8 * ((i * 7_919) % 1_000)) / 1_000)
    return `cursor=${Buffer.from(`${at}.1`).toString('base64url')}`
  }
  const goal = '<= 50 ms'
  const rare = (i: number) => 1 + ((i * 7_919) % RARE_WORDS)
  log('Measuring…')
  return [
    // HTTP alone: the share of the machine and of this client in the other figures.
    ...(await measure('a response without work', '', () => get('/healthz/live'))),
    ...(await measure('no filter', goal, () => list(''))),
    ...(await measure('a word of 30 to 95 % of the jobs', goal, (i) => list(`query=w${1 + (i % 10)}`))),
    ...(await measure('a word of 0.4 to 4 %', goal, (i) => list(`query=w${100 + ((i * 37) % 900)}`))),
    ...(await measure('a word of 0.02 to 0.4 %', goal, (i) =>
      list(`query=w${1_000 + ((i * 137) % 19_000)}`),
    )),
    ...(await measure('a word of 17 jobs', goal, (i) => list(`query=rare${rare(i)}`))),
    ...(await measure('two common words and a country', goal, (i) =>
      list(`query=w${1 + (i % 10)}+w${11 + (i % 10)}&country=NO`),
    )),
    ...(await measure('two words of 0.4 to 4 % and a country', goal, (i) =>
      list(`query=w${100 + ((i * 37) % 900)}+w${100 + ((i * 53) % 900)}&country=NO`),
    )),
    ...(await measure('a city of 85 jobs', goal, (i) => list(`city=City${(i * 31) % CITIES}`))),
    ...(await measure('three filters without a word', goal, () =>
      list('country=NO&remoteType=FullyRemote&employmentType=Contract'),
    )),
    ...(await measure('deep cursor, no filter', goal, (i) => list(deep(i)))),
    ...(await measure('deep cursor, common word', goal, (i) => list(`query=w${1 + (i % 10)}&${deep(i)}`))),
    ...(await measure('deep cursor, a word of 0.4 to 4 %', goal, (i) =>
      list(`query=w${100 + ((i * 37) % 900)}&${deep(i)}`),
    )),
    ...(await measure('one job', '', (i) => get(`/api/v1/me/jobs/${20 * (1 + (rare(i) % 49_000))}`))),
  ]
}
