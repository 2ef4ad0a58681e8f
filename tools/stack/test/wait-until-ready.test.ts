import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { waitUntilReady } from '../src/wait-until-ready.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A process whose `/healthz/ready` has this status, and these parts that are not ok. */
async function openHealth(status: string, missing: string[]) {
  const parts = missing.map((name) => ({ name, ok: false }))
  const server = createServer((_, response) => response.end(JSON.stringify({ status, parts })))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.close()
    await once(server, 'close')
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const plan = { command: '', args: [], env: {}, logFile: '/dev/null' }
const limits = { readyMs: 200, reportMs: 50 }

async function wait(gatewayMisses: string[], searchMisses: string[]): Promise<string[]> {
  const gateway = await openHealth(gatewayMisses.length === 0 ? 'ready' : 'degraded', gatewayMisses)
  const search = await openHealth('unavailable', searchMisses)
  const lines: string[] = []
  const plans = [{ name: 'search', url: search, plan }]
  await waitUntilReady(gateway, plans, (line) => void lines.push(line), undefined, limits)
  return lines
}

test('resolves without a message when everything is ready', async () => {
  expect(await wait([], [])).toEqual([])
})

test('an index of search that is being built holds nothing up, and is named meanwhile', async () => {
  const lines = await wait(['search'], ['search-index'])
  expect([lines[0], lines.at(-1)]).toEqual([
    'Waiting for search…',
    'CV search is 503 until its index is built; everything else is ready.',
  ])
})

test('the portal is waited for, though the gateway is ready without it', async () => {
  const gateway = await openHealth('ready', [])
  const portal = (status: string) => openHealth(status, []).then((url) => [{ name: 'portal', url, plan }])
  const waitFor = async (plans: { name: string; url: string; plan: typeof plan }[]) =>
    waitUntilReady(gateway, plans, () => {}, undefined, limits)
  await waitFor(await portal('ready'))
  await expect(waitFor(await portal('unavailable'))).rejects.toThrow(/^Not ready after 0.2 s: portal\./)
})

test('what is missing otherwise is an error that names it', async () => {
  await expect(wait(['search'], ['postgres', 'search-index'])).rejects.toThrow(
    /^Not ready after 0.2 s: search\./,
  )
  await expect(wait(['jobs', 'search'], ['search-index'])).rejects.toThrow('jobs, search')
})
