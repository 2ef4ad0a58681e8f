import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { receiveApplication } from '@jobboard/contracts/internal/facts'
import { afterEach, expect, test } from 'vitest'
import { type Call, openCall } from '../src/http/call.ts'
import { baseEnv, readEnv } from '../src/lifecycle/env.ts'

const opened: (Server | Call)[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

async function openPeer(status: number): Promise<{ url: string; calls: () => number }> {
  let calls = 0
  const server = createServer((request, response) => {
    calls++
    request.resume()
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(server)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls }
}

async function closedUrl(): Promise<string> {
  const { url } = await openPeer(204)
  await (opened.pop() as Server)[Symbol.asyncDispose]()
  return url
}

function callTo(...urls: string[]): () => Promise<unknown> {
  const env = readEnv(baseEnv, {
    PORT: '0',
    DATABASE_URL: 'x',
    NATS_URL: 'x',
    CALLER_SECRET: 'x'.repeat(32),
    PIPELINE_URL: urls.join(','),
  })
  const call = openCall('candidate', env)
  opened.push(call)
  // The peer does not read the body.
  return () => call(receiveApplication, { body: {} as never })
}

test('a POST goes to the next replica when one refuses the connection', async () => {
  const peer = await openPeer(204)
  const post = callTo(await closedUrl(), peer.url)
  for (let i = 0; i < 6; i++) await post()
  expect(peer.calls()).toBe(6)
})

test('unavailable: a POST that a replica has received is not sent again', async () => {
  const [first, second] = [await openPeer(500), await openPeer(500)]
  await expect(callTo(first.url, second.url)()).rejects.toMatchObject({ code: 'unavailable' })
  expect(first.calls() + second.calls()).toBe(1)
})
