import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findKeys } from '@jobboard/contracts/internal/keys'
import { request as send } from 'undici'

/** What an upstream got: the request as it came over the wire, and its body. */
export interface Seen {
  method: string
  url: string
  headers: Record<string, string | string[] | undefined>
  rawHeaders: string[]
  body: Buffer
}

export type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

/** What is behind a gateway under test: one HTTP server that answers as the test says. Questions about keys go on to the
 * real accounts service. */
export interface World {
  url: string
  seen: Seen[]
  /** URLs of the requests that began here, and of those that broke off before they were whole. */
  begun: string[]
  brokenOff: string[]
  /** Hashes that accounts was asked for, and question by question. */
  asked: string[]
  questions: string[][]
  /** Awaited before an answer of accounts goes back, with the path and the body of the question; when it throws, the line
   * is cut. */
  onAccounts: (path: string, body: string) => unknown
  uses: { kind: string; keyId: number; usedAtMs: number }[]
  answer: Answer
  onHealth: () => void
  /** How far the business clock of every service is ahead. */
  clockOffsetMs: number
  stop(): Promise<void>
}

/** Starts a world on a free port. */
export async function startWorld(accountsUrl?: string): Promise<World> {
  const server = createServer((request, response) => void serve(world, accountsUrl, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const world: World = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    begun: [],
    brokenOff: [],
    asked: [],
    questions: [],
    onAccounts: () => {},
    uses: [],
    answer: (_request, response) => sendJson(response, 200, { ok: true }),
    onHealth: () => {},
    clockOffsetMs: 0,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return world
}

/** A JSON answer with a Content-Length. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

async function serve(
  world: World,
  accountsUrl: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? ''
  if (/^\/(api|admin)\//.test(url)) world.begun.push(url)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk)
  } catch {
    world.brokenOff.push(url)
    return
  }
  const body = Buffer.concat(chunks)
  if (url === '/healthz/ready') {
    world.onHealth()
    return sendJson(response, 200, {})
  }
  if (url === '/internal/v1/clock' && body.toString() === '{"offsetMs":0}') {
    return sendJson(response, 200, { offsetMs: world.clockOffsetMs })
  }
  if (accountsUrl && /^\/internal\/v1\/key(s\/|-uses$)/.test(url)) {
    const told = JSON.parse(body.toString())
    if (url === findKeys.path) {
      world.questions.push(told.hashes)
      world.asked.push(...told.hashes)
    } else world.uses.push(...told.uses)
    return pass(accountsUrl + url, request, body, response, world).catch(() => void response.destroy())
  }
  const { method = '', headers, rawHeaders } = request
  if (!url.startsWith('/internal/')) world.seen.push({ method, url, headers, rawHeaders, body })
  world.answer(request, response, body)
}

async function pass(
  url: string,
  { method, headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  world: World,
): Promise<void> {
  const { 'x-caller': caller = '', 'content-type': type } = headers
  const answer = await send(url, {
    method: method as 'GET' | 'POST',
    headers: { 'x-caller': caller, ...(type && { 'content-type': type }) },
    body: body.length > 0 ? body : null,
  })
  const text = await answer.body.text()
  await world.onAccounts(url, body.toString())
  response.writeHead(answer.statusCode, { 'content-type': 'application/json; charset=utf-8' }).end(text)
}
