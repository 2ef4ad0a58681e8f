import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHttp } from './support/connect.ts'
import { startKeys } from './support/post.ts'

// The official tests of the protocol. Those that need tools, prompts or resources of a fixed name are left out: they
// test the library on a server that exists for them.
const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))

let url: string
const folder = mkdtempSync(`${tmpdir()}/mcp-conformance-`)
const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true })]
beforeAll(async () => {
  const keys = await startKeys()
  stops.push(keys.stop)
  const apiKey = await keys.newKey()
  // The suite has no key: this adds it.
  const proxy = createServer((from, to) => {
    const headers = { ...from.headers, authorization: `Bearer ${apiKey}` }
    const sent = request(http.url, { method: from.method, headers }, (response) => {
      response.pipe(to.writeHead(response.statusCode!, response.headers))
    })
    sent.on('error', () => to.destroy())
    from.pipe(sent)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  stops.push(() => proxy.close())
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const http = await startTestHttp(keys.url, { MCP_ALLOWED_ORIGINS: origin })
  stops.push(http.close)
  url = `${origin}/mcp`
})
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

interface Check {
  id: string
  status: string
  /** The check needs a tool of a fixed name. */
  details?: { untestable?: boolean }
}

test.each([
  ...['server-initialize', 'server-session-lifecycle', 'server-sse-multiple-streams', 'ping'].map(
    (scenario) => ['2025-11-25', scenario] as const,
  ),
  ...['server-stateless', 'http-header-validation'].map((scenario) => ['2026-07-28', scenario] as const),
  ...['2025-11-25', '2026-07-28'].flatMap((revision) =>
    ['tools-list', 'dns-rebinding-protection'].map((scenario) => [revision, scenario] as const),
  ),
])('revision %s: the official test %s passes', async (revision, scenario) => {
  const output = join(folder, `${scenario}-${revision}`)
  const args = ['server', '--url', url, '--scenario', scenario, '--spec-version', revision, '-o', output]
  await once(execFile(process.execPath, [SUITE, ...args]), 'close')
  const [file] = globSync(`${output}/**/checks.json`)
  const checks: Check[] = JSON.parse(readFileSync(file!, 'utf8'))
  expect(checks.some(({ status }) => status === 'SUCCESS')).toBe(true)
  const failed = checks.filter(({ status, details }) => status === 'FAILURE' && !details?.untestable)
  expect(failed).toEqual([])
})
