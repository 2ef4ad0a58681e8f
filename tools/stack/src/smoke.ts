import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { type Demo, readDemo } from '@jobboard/jobboard/demo/demo-file'
import { createClient, verifyWebhook } from '@jobboard/sdk'
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
  const receiver = await openReceiver(settings.port)
  try {
    const url = settings.url ?? receiver.url
    const webhook = await step(`subscribed ${url}`, () =>
      employer.webhooks.create({ url, events: ['application.submitted'] }),
    )
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
    await step(`the signed webhook of application ${application.id} arrived`, () =>
      receiver.arrival(webhook.signingSecret, application.id),
    )
  } finally {
    for (const [name, work] of undo.reverse()) await step(name, work).catch((error) => print(error.message))
    receiver.stop()
  }
  return `OK: ${steps} steps in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`
}

async function newCandidate({ adminUrl, adminToken }: Demo): Promise<string> {
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }
    const response = await fetch(`${adminUrl}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const email = `smoke-${Date.now()}@example.com`
  const { id } = await post('/admin/v1/candidates', { firstName: 'Smoke', lastName: 'Test', email })
  const scopes = ['Profile', 'Applications', 'Apply']
  const { apiKey } = await post(`/admin/v1/candidates/${id}/api-keys`, { name: 'npm run smoke', scopes })
  return apiKey
}

/** Receives webhooks on loopback. */
async function openReceiver(port: number) {
  const arrived: { payload: Buffer; header: string }[] = []
  let wake = () => {}
  const server = createServer(async (request, response) => {
    const payload = Buffer.concat(await request.toArray())
    response.writeHead(204).end()
    arrived.push({ payload, header: String(request.headers['x-webhook-signature']) })
    wake()
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Waits for the event of this application; throws for one that the secret has not signed. */
    async arrival(secret: string, applicationId: number): Promise<void> {
      for (;;) {
        for (const delivery of arrived.splice(0)) {
          const { data } = await verifyWebhook({ ...delivery, secret })
          if ((data as { applicationId?: number }).applicationId === applicationId) return
        }
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function until(isTrue: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const endsAt = performance.now() + timeoutMs
  while (!(await isTrue()) && performance.now() < endsAt)
    await new Promise((resolve) => setTimeout(resolve, 100))
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
