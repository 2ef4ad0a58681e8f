import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoints } from '@jobboard/contracts/endpoints/all'
import type { KeyRecord } from '@jobboard/contracts/internal/keys'
import { startLimiter } from '@jobboard/rate-limit/limiter'
import { hashOf, mintKey } from '@jobboard/service/auth/api-key'
import { openLog } from '@jobboard/service/lifecycle/log'
import { Pool } from 'undici'
import { publicDoor } from './doors/public.ts'
import { buildListener } from './http/listener.ts'
import { buildRouter } from './http/router.ts'
import { openIdentify } from './keys/identify.ts'
import { openKeyCache } from './keys/key-cache.ts'
import type { Parts } from './parts.ts'
import { openUpstream } from './proxy/upstream.ts'

const PARALLEL = 16
const CALLS_PER_KEY = 50
const SILENCE_MS = 5_000
const BODY = JSON.stringify({ items: Array.from({ length: 20 }, (_, id) => ({ id, title: 'A job' })) })

/** Sends that many requests through a listener of its own to a stub of its own, so that the code is compiled before the
 * first client comes. No real window, key, metric or access log knows of them. Never throws. */
export async function warmUp(parts: Parts, requests: number): Promise<void> {
  if (requests === 0) return
  const closing: (() => unknown)[] = []
  try {
    const stub = await startStub()
    closing.push(() => stub.close())
    const upstream = openUpstream([`http://127.0.0.1:${(stub.address() as AddressInfo).port}`])
    closing.push(() => upstream.destroy())
    const limiter = startLimiter()
    closing.push(() => limiter.stop())
    const nowMs = () => performance.now()
    const cache = openKeyCache(nowMs)
    const keys = Array.from({ length: Math.ceil(requests / CALLS_PER_KEY) }, (_, id) => {
      const text = mintKey('recruiter')
      cache.put(hashOf(text), recordOf(id + 1))
      return text
    })
    const own: Parts = {
      ...parts,
      limiter,
      log: openLog('gateway', 'silent'),
      keyUses: { add: () => {}, stop: async () => {} },
      upstreams: { jobs: upstream },
      identify: openIdentify(cache, { isFresh: () => true, wholeAtMs: nowMs }, parts.call, nowMs),
    }
    const router = buildRouter(endpoints.filter((endpoint) => endpoint.plane === 'public'))
    const app = buildListener({
      prefix: '/api/',
      door: (exchange) => publicDoor(own, router, exchange),
      headersTimeoutMs: SILENCE_MS,
      requestTimeoutMs: SILENCE_MS,
      silenceTimeoutMs: SILENCE_MS,
      answered: () => {},
      log: own.log,
    })
    closing.push(() => app.close())
    const pool = new Pool(await app.listen({ host: '127.0.0.1', port: 0 }), { connections: PARALLEL })
    closing.push(() => pool.destroy())
    await callAll(pool, keys, requests)
  } catch (error) {
    parts.log.warn({ err: error }, 'not warmed up; the first requests will be slow')
  } finally {
    for (const close of closing.reverse()) await close()
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

async function callAll(pool: Pool, keys: string[], requests: number): Promise<void> {
  let sent = 0
  const work = async () => {
    while (sent < requests) {
      const key = keys[sent++ % keys.length]
      const { statusCode, body } = await pool.request({
        path: '/api/v1/jobs?page=1',
        method: 'GET',
        headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
        headersTimeout: SILENCE_MS,
      })
      await body.dump()
      if (statusCode !== 200) throw new Error(`the stub's answer came back as ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
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
