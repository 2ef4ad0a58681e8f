import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Demo, readDemo } from '@jobboard/jobboard/demo/demo-file'
import { postJson } from '@jobboard/jobboard/demo/post-json'
import { type Arrival, startReceiver } from '@jobboard/jobboard/receiver'
import { createClient } from '@jobboard/sdk'
import { readSettings } from './settings.ts'

const help = `npm run smoke: publishes a job in a running system, applies to it and waits for the signed webhook. Then closes the
job, erases the candidate and deletes the webhook. Costs one JobPosting credit of the first demo employer.

  DATA_DIR=.jobboard         the folder with the demo.json of npm start, or of npm run jobboard -- seed
  --port 0                   listen for the webhook on this port of 127.0.0.1; 0 is a free one
  --url https://...          the address that reaches it, for a system that sends to public addresses only
  --timeout 30               seconds that a step may take

Ends with 0 when every step is done, with 1 when one failed, with 2 when the arguments are wrong.
`

const DAY_MS = 86_400_000
const POSTING = {
  title: 'Smoke test',
  description: 'Published by npm run smoke, and closed by it.',
  city: 'Oslo',
  country: 'NO',
  employmentType: 'FullTime',
  remoteType: 'OnSite',
  applyMethod: 'PlatformApply',
} as const

interface Settings {
  demo: Demo
  port: number
  url: string | undefined
  timeoutMs: number
}

/** Resolves with the text of the last line; throws where a step fails, after undoing the steps before. */
async function smoke(settings: Settings, print: (line: string) => void): Promise<string> {
  const { demo, timeoutMs } = settings
  const startedAt = performance.now()
  const undo: [name: string, work: () => Promise<unknown>][] = []
  let steps = 0
  async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const since = performance.now()
    try {
      const done = await within(timeoutMs, work())
      print(`${++steps}. ${name} (${Math.round(performance.now() - since)} ms)`)
      return done
    } catch (error) {
      throw new Error(`${name}: FAILED: ${(error as Error).message}`)
    }
  }

  const employer = createClient({ baseUrl: demo.baseUrl, apiKey: demo.employers[0]!.apiKey })
  const { promise: secret, resolve: verifyWith } = Promise.withResolvers<string | undefined>()
  const arrivals: Arrival[] = []
  const behaviour = { secret, status: undefined }
  const receiver = await startReceiver(settings.port, behaviour, (arrival) => arrivals.push(arrival))
  try {
    const url = settings.url ?? `http://127.0.0.1:${receiver.port}/`
    const webhook = await step(`subscribed ${url}`, () =>
      employer.webhooks.create({ url, events: ['application.submitted'] }),
    )
    verifyWith(webhook.signingSecret)
    undo.push(['deleted the webhook', () => employer.webhooks.delete(webhook.id)])
    const job = await step('created a job', () => employer.jobs.create(POSTING))
    await step('published it', () =>
      employer.jobs.publish(job.id, { expiryDate: new Date(Date.now() + DAY_MS).toISOString() }),
    )
    undo.push(['closed the job', () => employer.jobs.close(job.id)])
    const apiKey = await step('created a candidate', () => newCandidate(demo))
    const candidate = createClient({ baseUrl: demo.baseUrl, apiKey })
    undo.push(['erased the candidate', () => candidate.me.erase({ confirm: true })])
    const isOpen = () => candidate.me.jobs.get(job.id).then(Boolean, () => false)
    await step('the candidate sees the job', () => until(isOpen, timeoutMs))
    const { application } = await step('the candidate applied', () =>
      candidate.me.apply({ jobId: job.id, confirm: true }),
    )
    const isOfIt = ({ event }: Arrival) => event?.data.applicationId === application.id
    await step(`the signed webhook of application ${application.id} arrived`, async () => {
      await until(async () => arrivals.some(isOfIt), timeoutMs)
      const { result } = arrivals.find(isOfIt)!.signature
      if (result !== 'ok') throw new Error(`its signature is ${result}`)
    })
  } finally {
    for (const [name, work] of undo.reverse()) await step(name, work).catch((error) => print(error.message))
    await receiver.stop()
  }
  return `OK: ${steps} steps in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`
}

async function newCandidate({ adminUrl, adminToken }: Demo): Promise<string> {
  const post = <T>(path: string, body: object) => postJson<T>(adminUrl, adminToken, path, body)
  const email = `smoke-${Date.now()}@example.com`
  const person = { firstName: 'Smoke', lastName: 'Test', email }
  const { id } = await post<{ id: number }>('/admin/v1/candidates', person)
  const scopes = ['Profile', 'Applications', 'Apply']
  const path = `/admin/v1/candidates/${id}/api-keys`
  return (await post<{ apiKey: string }>(path, { name: 'npm run smoke', scopes })).apiKey
}

/** Polls until it is true; the step around it ends when that takes too long. */
async function until(isTrue: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const endsAt = performance.now() + timeoutMs
  while (!(await isTrue()) && performance.now() < endsAt) await sleep(100)
}

function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`not within ${timeoutMs / 1_000} s`)), timeoutMs)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function readArguments(args: string[]): Settings | string {
  const options = {
    port: { type: 'string', default: '0' },
    url: { type: 'string' },
    timeout: { type: 'string', default: '30' },
  } as const
  const { port, url, timeout } = parseArgs({ args, options }).values
  if (!/^\d{1,5}$/.test(port)) return '--port: must be a port, such as 8099'
  if (!(Number(timeout) > 0)) return '--timeout: must be a number of seconds, such as 30'
  const { dataDir } = readSettings(process.env)
  const demo = readDemo(dataDir)
  if (!demo) return `${dataDir} has no demo.json: run npm start, or set DATA_DIR to its folder`
  return { demo, port: Number(port), url, timeoutMs: Number(timeout) * 1_000 }
}

async function main(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(help)
    return 0
  }
  try {
    const settings = readArguments(args)
    if (typeof settings === 'string') {
      process.stderr.write(`${settings}\n`)
      return 2
    }
    process.stdout.write(`${await smoke(settings, (line) => process.stdout.write(`${line}\n`))}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
