import type { ServerResponse } from 'node:http'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { sendJson } from './support/fake-upstream.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

async function start(timeoutMs: number): Promise<TestGateway> {
  const gateway = await startTestGateway({ env: { UPSTREAM_TIMEOUT_MS: String(timeoutMs) } })
  onTestFinished(gateway.stop)
  return gateway
}

test('200: a key has 32 requests in flight to a service, its others wait, other keys do not', async () => {
  const gateway = await start(25_000)
  const key = (await gateway.accounts.mint()).apiKey
  const held: (() => void)[] = []
  let most = 0
  gateway.upstream.respond = (incoming, response) => {
    if (incoming.url?.includes('other')) return sendJson(response, 200, {})
    held.push(() => sendJson(response, 200, {}))
    most = Math.max(most, held.length)
  }
  const calls = Promise.all(Array.from({ length: 60 }, () => gateway.api(key).get('/api/v1/jobs')))
  await eventually('the share is in use', async () => held.length === 32)
  const other = (await gateway.accounts.mint()).apiKey
  expect((await gateway.api(other).get('/api/v1/jobs?page=1&other=1')).status).toBe(200)
  expect(most).toBe(32)
  const releasing = setInterval(() => held.shift()?.(), 2)
  expect(new Set((await calls).map(({ status }) => status))).toEqual(new Set([200]))
  clearInterval(releasing)
  expect(most).toBe(32)
})

test('503: a request waits for the share of its key no longer than UPSTREAM_TIMEOUT_MS, and is never sent', async () => {
  const gateway = await start(2_000)
  const { upstream } = gateway
  const endless = new Set<ServerResponse>()
  // Never silent for the time-out, and never complete: the share stays in use.
  upstream.respond = (_incoming, response) => {
    endless.add(response.writeHead(200, { 'content-length': '100000' }))
    response.once('close', () => endless.delete(response))
  }
  const dripping = setInterval(() => {
    for (const response of endless) response.write('x')
  }, 100)
  const received = await eventually(
    'no request of the share ends, although the machine is busy',
    async () => {
      const { apiKey } = await gateway.accounts.mint()
      const get = () => gateway.api(apiKey).get('/api/v1/jobs')
      upstream.requests.length = 0
      const share = Promise.allSettled(Array.from({ length: 32 }, get))
      await eventually('the share is in use', async () => upstream.requests.length === 32)
      const { status } = await get()
      const isInUse = endless.size === 32
      for (const response of endless) response.destroy()
      await share
      return isInUse && { status, requests: upstream.requests.length }
    },
  )
  clearInterval(dripping)
  expect(received).toEqual({ status: 503, requests: 32 })
})
