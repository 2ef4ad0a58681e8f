import { once } from 'node:events'
import { join } from 'node:path'
import type { Demo } from '@jobboard/jobboard/demo/demo-file'
import { readDemo, writeDemo } from '@jobboard/jobboard/demo/demo-file'
import {
  makePortalLinks,
  type PortalLinks,
  printedLinks,
  threeCalls,
} from '@jobboard/jobboard/demo/portal-links'
import { seed } from '@jobboard/jobboard/demo/seed'
import { lendServices } from './lend.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { readSettings } from './settings.ts'
import { startStack } from './stack.ts'

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

const log = (line: string) => void process.stderr.write(`${line}\n`)

async function runStack(signal: AbortSignal): Promise<void> {
  const started = performance.now()
  const settings = readSettings(process.env)
  const logUnlessStopping = (line: string) => {
    if (!signal.aborted) log(line)
  }
  const stack = await startStack(settings, process.env, logUnlessStopping, signal)
  const loans = await lendServices(stack, settings.dataDir, logUnlessStopping)
  try {
    const { baseUrl, adminUrl } = stack
    const addresses = { baseUrl, adminUrl, adminToken: settings.adminToken }
    const demo = await seed(addresses, readDemo(settings.dataDir), log, signal)
    const links = await makePortalLinks(addresses, demo, signal)
    writeDemo(settings.dataDir, { ...demo, portalUrl: links.portalUrl })
    process.stdout.write(banner(demo, links, settings.dataDir, (performance.now() - started) / 1_000))
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    await loans.close()
    await stack.stop()
  }
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
