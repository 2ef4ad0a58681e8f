import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { KeyRecord } from '@jobboard/contracts/internal/keys'
import { hashOf } from '@jobboard/service/api-key'

/** What an upstream got: the request as it came over the wire, and its body. */
export interface Seen {
  method: string
  url: string
  headers: Record<string, string | string[] | undefined>
  rawHeaders: string[]
  body: Buffer
}

export type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

/** The outside of a gateway under test: every service in one HTTP server, with keys to be found. */
export interface World {
  url: string
  seen: Seen[]
  keys: Map<string, KeyRecord>
  /** Hashes that accounts was asked for. */
  asked: string[]
  uses: { kind: string; keyId: number; usedAtMs: number }[]
  answer: Answer
  onHealth: () => void
  /** How far the business clock of every service is ahead. */
  clockOffsetMs: number
  addKey(text: string, record: KeyRecord): void
  stop(): Promise<void>
}

/** Starts a world on a free port, or on the port of one that was stopped. */
export async function startWorld(port = 0): Promise<World> {
  const server = createServer((request, response) => void serve(world, request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const world: World = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    keys: new Map(),
    asked: [],
    uses: [],
    answer: (_request, response) => sendJson(response, 200, { ok: true }),
    onHealth: () => {},
    clockOffsetMs: 0,
    addKey: (text, record) => void world.keys.set(hashOf(text), record),
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

async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk)
  } catch {
    return
  }
  const body = Buffer.concat(chunks)
  const url = request.url ?? ''
  if (url === '/healthz/ready') {
    world.onHealth()
    return sendJson(response, 200, {})
  }
  if (url === '/internal/v1/clock' && body.toString() === '{"offsetMs":0}') {
    return sendJson(response, 200, { offsetMs: world.clockOffsetMs })
  }
  if (url.startsWith('/internal/v1/keys/')) return findKey(world, url.slice(-64), response)
  if (url === '/internal/v1/key-uses') {
    world.uses.push(...JSON.parse(body.toString()).uses)
    return void response.writeHead(204).end()
  }
  const { method = '', headers, rawHeaders } = request
  if (!url.startsWith('/internal/')) world.seen.push({ method, url, headers, rawHeaders, body })
  world.answer(request, response, body)
}

function findKey(world: World, hash: string, response: ServerResponse): void {
  world.asked.push(hash)
  const record = world.keys.get(hash)
  if (record) sendJson(response, 200, record)
  else sendJson(response, 404, { code: 'not_found', message: 'There is no such object here.' })
}
