import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the command asked of the API. */
export interface Asked {
  method: string
  path: string
  apiKey: string
  idempotencyKey: string | undefined
  body: Record<string, unknown>
}

/** A stand-in for the outside API: enough of it to see what the command does with each answer. */
export interface StandIn {
  url: string
  asked: Asked[]
  jobs: Map<number, Record<string, unknown>>
  /** Answers for the next calls, before any of its own. */
  script: { status: number; headers?: Record<string, string>; body?: unknown }[]
  credits: number
  stop(): Promise<void>
}

/** Starts it on a free port. */
export async function startStandIn(): Promise<StandIn> {
  const replays = new Map<string, { status: number; body: unknown }>()
  const state: Omit<StandIn, 'url' | 'stop'> = { asked: [], jobs: new Map(), script: [], credits: 1_000 }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const asked: Asked = {
      method: request.method!,
      path: request.url!,
      apiKey: String(request.headers.authorization).replace('Bearer ', ''),
      idempotencyKey: request.headers['idempotency-key'] as string | undefined,
      body: text ? JSON.parse(text) : {},
    }
    state.asked.push(asked)
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    const scripted = state.script.shift()
    if (scripted) return send(scripted.status, scripted.body ?? {}, scripted.headers)
    const known = asked.idempotencyKey && replays.get(asked.idempotencyKey)
    if (known) return send(known.status, known.body, { 'idempotency-replayed': 'true' })
    const { status, body } = act(asked)
    if (asked.idempotencyKey && status !== 402)
      replays.set(asked.idempotencyKey, { status, body: structuredClone(body) })
    return send(status, body)
  }

  const act = ({ method, path, body }: Asked): { status: number; body: unknown } => {
    if (path === '/api/v1/jobs') {
      if (!/^[A-Z]{2}$/.test(String(body.country))) {
        return { status: 400, body: { code: 'invalid_request', message: 'country: must be a country code.' } }
      }
      const job = { ...body, id: state.jobs.size + 1, status: 'Draft' }
      state.jobs.set(job.id, job)
      return { status: 201, body: job }
    }
    const job = state.jobs.get(Number(path.split('/')[4]))!
    if (method === 'GET') return { status: 200, body: job }
    if (state.credits === 0)
      return { status: 402, body: { code: 'no_credits', message: 'No credits are left.' } }
    state.credits--
    Object.assign(job, { status: 'Active', expiryDate: body.expiryDate })
    return { status: 200, body: job }
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}
