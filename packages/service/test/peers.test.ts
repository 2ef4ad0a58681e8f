import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listApplicationRecords } from '@jobboard/contracts/applications/internal'
import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, expect, test } from 'vitest'
import { openCall } from '../src/http/call.ts'
import { openPeers, type ResolveHost } from '../src/http/peers.ts'
import { baseEnv, readEnv } from '../src/lifecycle/env.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const envOf = (pipelineUrl: string) =>
  readEnv(baseEnv, {
    PORT: '0',
    DATABASE_URL: 'postgres://x',
    NATS_URL: 'nats://x',
    CALLER_SECRET: 'x'.repeat(32),
    PIPELINE_URL: pipelineUrl,
  })

function follow(pipelineUrl: string, resolve: ResolveHost) {
  const env = envOf(pipelineUrl)
  const peers = openPeers(env, { resolve, intervalMs: 20 })
  closers.push(() => peers.stop())
  return { env, peers, addresses: () => peers.addressesOf('pipeline').map(({ address }) => address) }
}

async function startPeer(host: string, port = 0, headers: Record<string, string> = {}) {
  let calls = 0
  const server: Server = createServer((request, response) => {
    calls++
    request.resume()
    response.writeHead(204, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  closers.push(() => server[Symbol.asyncDispose]())
  return { port: (server.address() as AddressInfo).port, calls: () => calls }
}

test('addresses that stay are the same objects; listeners get those that left', async () => {
  let found = ['10.0.0.2', '10.0.0.1', '10.0.0.1']
  const { peers, addresses } = follow('http://pipeline:1', async () => found)
  expect(addresses()).toEqual([undefined])
  await eventually('it is resolved', async () => addresses().length === 2)
  expect(addresses()).toEqual(['10.0.0.1', '10.0.0.2'])
  const [, staying] = peers.addressesOf('pipeline')
  const left: unknown[] = []
  peers.onChange((name, gone) => left.push([name, gone.map(({ address }) => address)]))
  found = ['10.0.0.3', '10.0.0.2']
  await eventually('it is resolved again', async () => addresses().includes('10.0.0.3'))
  expect(peers.addressesOf('pipeline')[0]).toBe(staying)
  expect(left).toEqual([['pipeline', ['10.0.0.1']]])
})

test('a failed look-up and an empty one change nothing', async () => {
  let lookups = 0
  const { addresses } = follow('http://pipeline:1', async () => {
    if (++lookups === 1) return ['10.0.0.1']
    if (lookups % 2 === 0) return []
    throw new Error('EAI_AGAIN')
  })
  addresses()
  await eventually('looked up often', async () => lookups > 5)
  expect(addresses()).toEqual(['10.0.0.1'])
})

test.each(['http://127.0.0.1:1,http://[::1]:1', 'http://localhost:1,http://a.localhost:1'])(
  '%s is used as it is, without a look-up',
  async (urls) => {
    let lookups = 0
    const { addresses } = follow(urls, async () => {
      lookups++
      return ['10.0.0.1']
    })
    expect(addresses()).toEqual([undefined, undefined])
    let others = 0
    const other = follow('http://pipeline:1', async () => [`10.0.0.${others++}`])
    other.addresses()
    await eventually('another one is looked up three times', async () => others >= 3)
    expect([lookups, ...addresses()]).toEqual([0, undefined, undefined])
  },
)

test('calls of a service go to every address of a peer, and around one that drains or left', async () => {
  const first = await startPeer('127.0.0.1')
  const second = await startPeer('127.0.0.2', first.port)
  const draining = await startPeer('127.0.0.3', first.port, { 'x-draining': '1' })
  let found = ['127.0.0.1', '127.0.0.2', '127.0.0.3']
  const { env, peers, addresses } = follow(`http://pipeline:${first.port}`, async () => found)
  const call = openCall('candidate', env, peers)
  closers.push(() => call.close())
  addresses()
  await eventually('it is resolved', async () => addresses().length === 3)
  // The peers do not read the body.
  const send = () => call(listApplicationRecords, { params: { candidateId: 1 }, body: {} as never })
  for (let sent = 0; sent < 9; sent++) await send()
  expect(draining.calls()).toBe(1)
  expect(first.calls()).toBeGreaterThan(2)
  expect(second.calls()).toBeGreaterThan(2)

  found = ['127.0.0.2', '127.0.0.3']
  await eventually('the address has left', async () => addresses().length === 2)
  const before = first.calls()
  for (let sent = 0; sent < 6; sent++) await send()
  expect(first.calls()).toBe(before)
})
