import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoints } from '@jobboard/contracts/endpoints'
import type { KeyRecord } from '@jobboard/contracts/keys/internal'
import { startLimiter } from '@jobboard/rate-limit/limiter'
import { hashOf, mintKey } from '@jobboard/service/auth/api-key'
import { openPool } from '@jobboard/service/http/peers'
import { openLog } from '@jobboard/service/lifecycle/log'
import type { Pool } from 'undici'
import type { GatewayDeps } from './gateway-deps.ts'
import { publicHandler } from './handlers/public.ts'
import { buildListener } from './http/listener.ts'
import { buildRouter } from './http/router.ts'
import { openIdentify } from './keys/identify.ts'
import { openKeyCache } from './keys/key-cache.ts'
import { openUpstream } from './proxy/upstream.ts'

// An import would load Node's own undici: 13 MB.
const { createServer } = process.getBuiltinModule('node:http')

const CONNECTIONS = 16
// Below the limit of 100 requests a minute.
const CALLS_PER_KEY = 50
const TIMEOUT_MS = 5_000
const PATH = '/api/v1/jobs?page=1'
const BODY = JSON.stringify({ items: Array.from({ length: 20 }, (_, id) => ({ id, title: 'A job' })) })

/** Sends that many requests through a listener and a stub service of its own, so that the code is compiled
 * before the first client connects. They reach no real window, key, metric or access log. Never throws. */
export async function warmUp(deps: GatewayDeps, requests: number): Promise<void> {
  if (requests === 0) return
  const closers: (() => unknown)[] = []
  try {
    const stub = await startStub()
    closers.push(() => stub.close())
    const jobs = openUpstream([
      { url: `http://127.0.0.1:${(stub.address() as AddressInfo).port}`, address: undefined },
    ])
    closers.push(() => jobs.destroy())
    const limiter = startLimiter()
    closers.push(() => limiter.stop())
    const nowMs = () => performance.now()
    const cache = openKeyCache(nowMs)
    const keys = Array.from({ length: Math.ceil(requests / CALLS_PER_KEY) }, () => mintKey('recruiter'))
    for (const [index, key] of keys.entries()) cache.put(hashOf(key), recordOf(index + 1))
    const feed = { state: () => 'synced' as const, syncedAtMs: nowMs, provenAtMs: nowMs }
    const handler = publicHandler({
      ...deps,
      limiter,
      log: openLog('gateway', 'silent'),
      keyUses: { add: () => {}, stop: async () => {} },
      upstreams: { jobs },
      identify: openIdentify({ cache, feed, call: deps.call, trustMs: Number.POSITIVE_INFINITY, nowMs }),
    })
    const app = buildListener({
      prefix: '/api/',
      router: buildRouter(endpoints.filter(({ plane }) => plane === 'public')),
      handler,
      headersTimeoutMs: TIMEOUT_MS,
      requestTimeoutMs: TIMEOUT_MS,
      silenceTimeoutMs: TIMEOUT_MS,
      observe: () => {},
      log: openLog('gateway', 'silent'),
    })
    closers.push(() => app.close())
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const pool = openPool(
      { url, address: undefined },
      { connections: CONNECTIONS, connectTimeoutMs: TIMEOUT_MS },
    )
    closers.push(() => pool.destroy())
    await sendAll(pool, keys, requests)
  } catch (error) {
    deps.log.warn({ err: error }, 'the warm-up failed; the first requests will be slow')
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

async function startStub(): Promise<Server> {
  const stub = createServer((request, response) => {
    request.resume()
    const headers = { 'content-type': 'application/json', 'content-length': String(BODY.length) }
    response.writeHead(200, headers).end(BODY)
  })
  await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve))
  return stub
}

async function sendAll(pool: Pool, keys: string[], requests: number): Promise<void> {
  let sent = 0
  const worker = async () => {
    while (sent < requests) {
      const key = keys[sent++ % keys.length]
      const { statusCode, body } = await pool.request({
        path: PATH,
        method: 'GET',
        headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
        headersTimeout: TIMEOUT_MS,
      })
      await body.dump()
      if (statusCode !== 200) throw new Error(`expected 200 from the stub, got ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
}

function recordOf(id: number): KeyRecord {
  return {
    id,
    kind: 'recruiter',
    status: 'Active',
    expiresAtMs: null,
    employerId: 1,
    candidateId: null,
    userId: null,
    name: 'warm-up',
    scopes: ['JobPosting'],
    version: 1,
  }
}
