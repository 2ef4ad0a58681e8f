import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '@jobboard/stack/infra/free-port'
import { readSettings, root, type Settings } from '@jobboard/stack/settings'
import { type Stack, startStack } from '@jobboard/stack/stack'
import { benchApply } from './apply.ts'
import { benchApplyCost } from './apply-cost.ts'
import { benchAssessment } from './assessment.ts'
import { benchCandidateImport } from './candidate-import.ts'
import { type Figure, figureTable } from './figures.ts'
import { benchHostile } from './hostile.ts'
import { benchIdle, manyReplicas } from './idle.ts'
import { benchJobsScale } from './jobs-scale.ts'
import { benchMeJobs } from './me-jobs.ts'
import { benchOperatorLists } from './operator-lists.ts'
import { benchPipelineScale } from './pipeline-scale.ts'
import { benchPortal } from './portal.ts'
import { benchProxy } from './proxy.ts'
import { benchResync } from './resync.ts'
import { benchSearch } from './search.ts'
import { benchStartTime } from './start-time.ts'
import { benchWebhookLatency } from './webhook-latency.ts'
import { benchWebhooks } from './webhooks.ts'
import { benchFreshWebhooks, FRESH_SUBSCRIPTIONS } from './webhooks-fresh.ts'

const help = `npm run bench: measures this checkout on this machine (about six minutes), prints tables, writes bench.json.

  npm run bench -- start    npm start to ready
  npm run bench -- proxy    the gateway beside other proxies, and its memory (about four minutes; needs nginx, haproxy, wrk)
  npm run bench -- webhook  apply to signed webhook at 50 applies a second
  npm run bench -- idle     queries and messages per second of a stack without requests (75 s); with BENCH_REPLICAS=8
                            of 48 services and two gateways (5 GB of memory, 200 connections, about four minutes)

Only when named:

  npm run bench -- jobs        list, get, publish and expiry with a million jobs (about three minutes and 2 GB more)
  npm run bench -- me-jobs     what candidates find among a million jobs (about ten minutes and 4 GB more)
  npm run bench -- pipeline    lists, tags and moves through the gateway with a million applications (about six minutes and
                               2 GB more; half an hour and 25 GB with BENCH_APPLICATIONS=10000000)
  npm run bench -- search      CV search with 100 000 generated profiles (more than ten minutes and 3 GB more; another number
                               with BENCH_PROFILES=1000000, of other than 650 words with BENCH_PROFILE_WORDS=250;
                               TEST_DATA_DIR names a folder with jobs.jsonl and occupations.json; BENCH_DATA_DIR keeps
                               profiles and index in a folder for the next run)
  npm run bench -- resync      states per second of a resync of 100 000 jobs with three consumers (about three minutes)
  npm run bench -- webhooks    deliveries per second and how long one is due, also with 500 000 retries, 10 000 subscriptions
                               and a receiver that hangs (about ten minutes and 2 GB more)
  npm run bench -- webhooks-fresh  the same of new installations with 20, 200 and 1 000 subscriptions, alone and beside a receiver
                               that hangs with 4 000 due deliveries (about four minutes)
  npm run bench -- apply-cost  CPU time of an apply by process, and how soon the recruiter sees it, at 50/s (about two minutes)
  npm run bench -- apply       the same, and applies per second with one and with three candidate replicas (about four
                               minutes; shorter with BENCH_SCALE=0.3)
  npm run bench -- import      an import of 100 000 generated candidates through the gateway, twice (about six minutes and 1 GB
                               more; another number with BENCH_CANDIDATES=10000)
  npm run bench -- operator-lists  lists of operators with a million candidates and 100 000 employers (about five minutes and
                               4 GB more)
  npm run bench -- portal      how long the pages of the portal take, what they load, and the first paint of a board with 500
                               applications (about two minutes; needs a Chromium)
  npm run bench -- hostile     how long others wait while one key sends 90 bodies of 1 MB that cost much (about two minutes)
  npm run bench -- assessment  whether the AI assessment ranks the right occupation first (needs TEST_DATA_DIR);
                               assessment-tuning: the same with other postings, by which the rubric may be changed
`
const names = [
  'start',
  'proxy',
  'webhook',
  'webhooks',
  'webhooks-fresh',
  'idle',
  'jobs',
  'me-jobs',
  'pipeline',
  'search',
  'resync',
  'import',
  'operator-lists',
  'apply',
  'apply-cost',
  'portal',
  'hostile',
  'assessment',
  'assessment-tuning',
]

const log = (line: string) => void process.stderr.write(`${line}\n`)

async function main(chosen: string[]): Promise<void> {
  const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name)
  const figures: Figure[] = []
  const tables: string[] = []
  for (const set of ['test', 'tuning'] as const) {
    if (!chosen.includes(set === 'test' ? 'assessment' : 'assessment-tuning')) continue
    figures.push(...(await benchAssessment(process.env.TEST_DATA_DIR, set, log)))
  }
  if (isChosen('start')) figures.push(...(await benchStartTime(log)))
  if (isChosen('proxy')) {
    const measured = await benchProxy(log)
    figures.push(...measured.figures)
    tables.push(...measured.tables)
  }
  const needsStack = isChosen('webhook') || isChosen('idle')
  if (
    needsStack ||
    ['jobs', 'me-jobs', 'pipeline', 'search', 'resync', 'import', 'operator-lists', 'webhooks'].some((name) =>
      chosen.includes(name),
    )
  ) {
    await withStack({}, async (stack, settings) => {
      // First: the other benchmarks leave events and deliveries behind.
      if (isChosen('idle')) {
        const measured = await benchIdle(stack, log)
        figures.push(...measured.figures)
        tables.push(...measured.tables)
      }
      if (isChosen('webhook')) figures.push(...(await benchWebhookLatency(stack, settings, log)))
      if (chosen.includes('webhooks')) figures.push(...(await benchWebhooks(stack, settings, log)))
      // Before the jobs of another benchmark, which it could not count.
      if (chosen.includes('resync')) figures.push(...(await benchResync(stack, settings, log)))
      if (chosen.includes('import')) figures.push(...(await benchCandidateImport(stack, settings, log)))
      if (chosen.includes('operator-lists')) figures.push(...(await benchOperatorLists(stack, settings, log)))
      if (chosen.includes('jobs')) figures.push(...(await benchJobsScale(stack, settings, log)))
      if (chosen.includes('me-jobs')) figures.push(...(await benchMeJobs(stack, settings, log)))
      if (chosen.includes('search')) figures.push(...(await benchSearch(stack, settings, log)))
      if (chosen.includes('pipeline')) figures.push(...(await benchPipelineScale(stack, settings, log)))
    })
  }
  for (const subscriptions of chosen.includes('webhooks-fresh') ? FRESH_SUBSCRIPTIONS : []) {
    await withStack({}, async (stack, settings) => {
      figures.push(...(await benchFreshWebhooks(stack, settings, subscriptions, log)))
    })
  }
  if (chosen.includes('hostile')) {
    await withStack({}, async (stack, settings) => {
      const measured = await benchHostile(stack, settings, log)
      figures.push(...measured.figures)
      tables.push(...measured.tables)
    })
  }
  if (chosen.includes('portal')) {
    await withStack({ portalPort: undefined }, async (stack, settings) => {
      figures.push(...(await benchPortal(stack, settings, log)))
    })
  }
  if (chosen.includes('apply') || chosen.includes('apply-cost')) {
    await withStack({}, async (stack, settings) => {
      const measured = await benchApplyCost(stack, settings, log)
      figures.push(...measured.figures)
      tables.push(...measured.tables)
    })
  }
  for (const candidate of chosen.includes('apply') ? [1, 3] : []) {
    await withStack({ replicasOf: { candidate } }, async (stack, settings) => {
      figures.push(...(await benchApply(stack, settings, candidate, log)))
    })
  }
  report(figures, tables)
}

/** Runs a benchmark on a stack of its own. */
async function withStack(
  more: Partial<Settings>,
  run: (stack: Stack, settings: Settings) => Promise<void>,
): Promise<void> {
  const kept = process.env.BENCH_DATA_DIR
  const dataDir = kept ? resolve(kept) : mkdtempSync(join(tmpdir(), 'jobboard-bench-'))
  const ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) }
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn', PORTAL_PORT: undefined, ...ports }
  const settings = { ...readSettings(env), ...manyReplicas(env), ...more }
  const stack = await startStack(settings, env, log)
  try {
    await run(stack, settings)
  } finally {
    await stack.stop()
    if (!kept) rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Prints the results and writes them to bench.json. */
function report(figures: Figure[], tables: string[]): void {
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    node: process.version,
    at: new Date().toISOString(),
  }
  writeFileSync(join(root, 'bench.json'), `${JSON.stringify({ machine, figures, tables }, null, 2)}\n`)
  const title = `${machine.cores} x ${machine.cpu}, Node ${machine.node}, ${machine.at}`
  process.stdout.write(`\n${[title, figureTable(figures), ...tables].join('\n\n')}\n`)
}

const args = process.argv.slice(2)
const unknown = args.find((arg) => !names.includes(arg) && arg !== '--help')
if (unknown !== undefined) {
  log(`There is no benchmark "${unknown}".\n\n${help}`)
  process.exitCode = 2
} else if (args.includes('--help')) process.stdout.write(help)
else {
  main(args).catch((error: Error) => {
    log(error.message)
    process.exitCode = 1
  })
}
