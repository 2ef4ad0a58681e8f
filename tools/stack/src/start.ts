import { once } from 'node:events'
import { join } from 'node:path'
import { peerVariable, upstreamNames } from '@jobboard/contracts/services'
import { changeSubscription, listSubscriptions } from '@jobboard/contracts/webhooks/subscriptions'
import { type Demo, readDemo, writeDemo } from '@jobboard/jobboard/demo/demo-file'
import {
  makePortalLinks,
  type PortalLinks,
  printedLinks,
  threeCalls,
} from '@jobboard/jobboard/demo/portal-links'
import { type Addresses, seed } from '@jobboard/jobboard/demo/seed'
import { startReceiver } from '@jobboard/jobboard/receiver'
import { openCall } from '@jobboard/service/http/call'
import type { Call } from '@jobboard/service/lifecycle/call'
import { preferPort } from './infra/free-port.ts'
import { lendServices } from './lend.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { DEFAULT_PORT, readSettings, type Settings } from './settings.ts'
import { type Stack, startStack } from './stack.ts'

const help = `npm start: the whole job board on this machine. Ctrl-C stops it; the data stays.

  npm start -- --help     this text; there is no other option

  PORT=8080               port of the public API
  ADMIN_PORT=8081         port of the operators' API
  PORTAL_PORT=8082        port of the portal, for persons with a browser; with another PORT a free one, which is printed
  SMTP_URL, MAIL_FROM     mail server and sender: sign-in links, mails to users; without SMTP_URL use the links that are printed
  DATA_DIR=.jobboard      data, logs and demo.json; another folder and other ports make a second stack
  REPLICAS=1              processes of each service behind the gateway, 1 to 3
  DATABASE_URL, NATS_URL  use these servers instead of starting some
  MEILI_URL               search with this Meilisearch, which has the key MEILI_MASTER_KEY; by default with a meilisearch on the
                          PATH, else with Postgres (SEARCH_ENGINE=postgres: always)
  TEST_CLOCK=true         lets POST /admin/v1/clock/advance move the business clock
`

/** With PORT=8080. */
const RECEIVER_PORT = 8109
const RECEIVER_PATH = '/demo-receiver'

const log = (line: string) => void process.stderr.write(`${line}\n`)

async function runStack(signal: AbortSignal): Promise<void> {
  const started = performance.now()
  const settings = readSettings(process.env)
  const logUnlessStopping = (line: string) => {
    if (!signal.aborted) log(line)
  }
  const stack = await startStack(settings, process.env, logUnlessStopping, signal)
  const loans = await lendServices(stack, settings.dataDir, logUnlessStopping)
  // What the webhook endpoint of the demo sends to.
  const port = await preferPort(settings.port + RECEIVER_PORT - DEFAULT_PORT)
  const behaviour = { secret: Promise.resolve(undefined), status: 204 }
  const receiver = await startReceiver(port, behaviour, () => {})
  try {
    const { baseUrl, adminUrl } = stack
    const addresses = { baseUrl, adminUrl, adminToken: settings.adminToken }
    const demo = await addDemo(stack, settings, addresses, receiver.port, signal)
    const links = await makePortalLinks(addresses, demo, signal)
    writeDemo(settings.dataDir, { ...demo, portalUrl: links.portalUrl })
    process.stdout.write(banner(demo, links, settings.dataDir, (performance.now() - started) / 1_000))
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    await loans.close()
    await stack.stop()
    await receiver.stop()
  }
}

/** The demo data, whose times reach back over weeks; in production mode those of now alone. */
async function addDemo(
  { plans }: Stack,
  { dataDir, callerSecret }: Settings,
  addresses: Addresses,
  receiverPort: number,
  signal: AbortSignal,
): Promise<Demo> {
  const save = (demo: Demo) => writeDemo(dataDir, demo)
  const earlier = readDemo(dataDir)
  if (process.env.NODE_ENV === 'production') return seed(addresses, earlier, log, { signal, save })
  const peers = upstreamNames.map((upstream) => {
    const own = plans.filter(({ name }) => name.replace(/-\d+$/, '') === upstream)
    return [peerVariable(upstream), own.map(({ url }) => url)]
  })
  const call = openCall('gateway', { CALLER_SECRET: callerSecret, ...Object.fromEntries(peers) })
  try {
    const webhookUrl = `http://127.0.0.1:${receiverPort}${RECEIVER_PATH}`
    const demo = await seed(addresses, earlier, log, { signal, save, history: { call, webhookUrl } })
    await moveWebhook(call, demo, webhookUrl)
    return demo
  } finally {
    await call.close()
  }
}

/** Points the webhook endpoint of the demo to the port that the receiver has now. */
async function moveWebhook(call: Call, { employers }: Demo, url: string): Promise<void> {
  const caller = { kind: 'admin', actor: 'operator' } as const
  const params = { employerId: employers[0]!.id }
  const found = await call(listSubscriptions, { params }, { caller })
  const moved = found.find((one) => new URL(one.url).pathname === RECEIVER_PATH && one.url !== url)
  if (!moved) return
  await call(changeSubscription, { params: { subscriptionId: moved.id }, body: { url } as never }, { caller })
}

/** What `npm start` prints when the stack is ready: addresses, files, links and calls to try. */
function banner(demo: Demo, links: PortalLinks, dataDir: string, seconds: number): string {
  return `
The job board is ready (${seconds.toFixed(1)} s).

  API reference    ${demo.baseUrl}/docs
  Guides           ${demo.baseUrl}/docs/guides
  Portal           ${links.portalUrl}
  Public API       ${demo.baseUrl}
  Operators' API   ${demo.adminUrl}
  Keys and ids     ${join(dataDir, 'demo.json')}
  Metrics          ${join(dataDir, 'stack.json')}
  Logs             ${join(dataDir, 'logs')}

${printedLinks(links, demo)}
To try in another terminal (README.md has more):

${threeCalls(demo)}
Ctrl-C stops everything; the data stays.
`
}

await runUntilStopped('npm start', help, runStack)
