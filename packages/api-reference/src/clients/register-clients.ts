import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml, guidePage, guidePolicy } from '../html.ts'
import { etagOf, isCached, keep, setHeaders } from '../static-file.ts'

/** A file that installs a client. */
export interface ClientPackage {
  client: 'typescript' | 'python' | 'mcp'
  title: string
  version: string
  /** Its name below `/sdk/`. */
  file: string
  mediaType: string
  /** What it runs on. */
  requires: string
  /** In hex. */
  sha256: string
  bytes: Buffer
}

/** The command that installs a package from this URL; for the MCP server, the one that starts it. */
const installCommand: Record<ClientPackage['client'], (url: string) => string> = {
  typescript: (url) => `npm install ${url}`,
  python: (url) => `pip install ${url}`,
  mcp: (url) => `npx -y ${url}`,
}

// Shorter than the gateway keeps a silent connection.
const WAIT_MS = 30_000
const RETRY_AFTER_SECONDS = 5

/** Registers `/sdk`, the index of the packages with their checksums as a page or as JSON, and `/sdk/<file>` for each of
 * them. They are read at the first request, and once; a client for whom that takes longer than `waitMs` gets 503 and asks again.
 * Nothing needs an API key. */
export function registerClients(
  app: FastifyInstance,
  readPackages: () => Promise<ClientPackage[]>,
  waitMs = WAIT_MS,
): void {
  const packages = keep(readPackages)
  const whenRead = () => Promise.race([packages(), sleep(waitMs, undefined, { ref: false })])
  app.get('/sdk', async (request, reply) => {
    const all = await whenRead()
    if (!all) return sendLater(reply)
    const clients = describe(all, originOf(request))
    const asJson = wantsJson(request)
    const body = Buffer.from(asJson ? `${JSON.stringify({ clients }, null, 2)}\n` : page(clients))
    const etag = etagOf(body)
    const mediaType = asJson ? 'application/json' : 'text/html'
    setHeaders(reply, { etag, mediaType, policy: asJson ? undefined : guidePolicy })
    reply.header('vary', 'Accept, Host, X-Forwarded-Proto')
    return isCached(request, etag) ? reply.code(304).send() : reply.send(body)
  })
  app.get('/sdk/', (_request, reply) => reply.redirect('/sdk', 308))
  app.get<{ Params: { file: string } }>('/sdk/:file', async (request, reply) => {
    const all = await whenRead()
    if (!all) return sendLater(reply)
    const found = all.find(({ file }) => file === request.params.file)
    if (!found) {
      const message = `There is no such file. This installation serves ${all.map(({ file }) => file).join(', ')}; /sdk has the commands.`
      return reply.code(404).send({ code: 'not_found', message })
    }
    const etag = `"${found.sha256}"`
    setHeaders(reply, { etag, mediaType: found.mediaType })
    reply.header('content-type', found.mediaType)
    return isCached(request, etag) ? reply.code(304).send() : reply.send(found.bytes)
  })
}

function sendLater(reply: FastifyReply): FastifyReply {
  const message = `The packages are being made. Ask again in ${RETRY_AFTER_SECONDS} s.`
  return reply.code(503).header('retry-after', RETRY_AFTER_SECONDS).send({ code: 'unavailable', message })
}

type Described = ReturnType<typeof describe>[number]

function describe(packages: readonly ClientPackage[], origin: string) {
  return packages.map(({ client, title, version, requires, file, sha256, bytes }) => {
    const url = `${origin}/sdk/${file}`
    const install = installCommand[client](url)
    return { client, title, version, requires, file, url, size: bytes.length, sha256, install }
  })
}

const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:]{2,45}\])(?::\d{1,5})?$/i

/** The address that the client used. A proxy with TLS in front of the gateway says so in `X-Forwarded-Proto`. */
function originOf({ headers }: FastifyRequest): string {
  const { host = '', 'x-forwarded-proto': forwarded } = headers
  if (!HOST.test(host)) return 'https://HOST'
  return `${forwarded === 'https' ? 'https' : 'http'}://${host}`
}

// A page, unless the client accepts JSON and no page.
function wantsJson({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('json') && !accept.includes('html')
}

function page(clients: readonly Described[]): string {
  const sections = clients.map(({ title, version, requires, install, file, size, sha256 }) => {
    const facts = `Version ${version}, for ${requires}. <a href="/sdk/${file}">${file}</a>, ${size} bytes, SHA-256 <code>${sha256}</code>`
    return `<h2>${escapeHtml(title)}</h2>
<div class="code"><pre><code>${escapeHtml(install)}</code></pre></div>
<p>${facts.replace(requires, escapeHtml(requires))}</p>
`
  })
  return guidePage(
    'Clients',
    `<main>
<h1>Clients</h1>
<p>This installation serves the clients of its own release. They are in no package registry: install them from here. How to use them: <a href="/docs/guides/clients">Clients</a>, <a href="/docs/guides/assistants">Assistants</a>.</p>
${sections.join('')}</main>
`,
  )
}
