import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../src/infra/free-port.ts'
import { findProgram } from '../src/infra/process/find-program.ts'
import { root } from '../src/settings.ts'

const file = join(root, 'deploy/haproxy/haproxy.cfg')
const config = readFileSync(file, 'utf8')
const all = (pattern: RegExp) => [...config.matchAll(pattern)].map(([, name]) => name!)
const canRun = findProgram('haproxy', process.env)
if (!canRun) console.warn('SKIPPED: haproxy.cfg is not checked by HAProxy, which is not on the PATH')

test('haproxy.cfg: sections have names of their own, and every backend that is used exists', () => {
  const sections = all(/^((?:frontend|backend) \w+)$/gm)
  expect(new Set(sections).size).toBe(sections.length)
  const used = all(/^ {2}default_backend (\w+)$/gm)
  expect(used.toSorted()).toEqual(all(/^backend (\w+)$/gm).toSorted())
})

test('compose.proxy.yml publishes every port of haproxy.cfg, the gateway and the portal none', () => {
  const { services } = parse(
    readFileSync(join(root, 'deploy/compose.proxy.yml'), 'utf8').replaceAll('!reset', ''),
  )
  const published = (services.proxy.ports as string[]).map((port) => port.split(':').at(-1))
  expect(published.toSorted()).toEqual(all(/^ {2}bind :(\d+)$/gm).toSorted())
  expect([services.gateway.ports, services.portal.ports]).toEqual([[], []])
})

test.skipIf(!canRun)('HAProxy accepts haproxy.cfg', () => {
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
})

/** The rules of the frontend of the portal. */
const portalRules = /^frontend portal\n([\s\S]*?)(?=\n\n)/m.exec(config)![1]!

test('haproxy.cfg: the address of a person is set by the balancer, in both cases, and none that a client wrote is passed on', () => {
  expect(config).not.toContain('forwardfor')
  const set = [
    ...portalRules.matchAll(/^ {2}http-request set-header X-Forwarded-For .+ (if|unless) has_tls_proxy$/gm),
  ]
  expect(set.map(([, when]) => when).toSorted()).toEqual(['if', 'unless'])
})

test.skipIf(!canRun).each([
  ['', '127.0.0.1'],
  ['http://127.0.0.1:8082', '127.0.0.1'],
  ['https://portal.example.com', '198.51.100.7'],
])('with PORTAL_BASE_URL "%s" the portal is sent the address %s alone', async (baseUrl, expected) => {
  const seen: unknown[] = []
  const portal = createServer((request, response) => {
    seen.push(request.headers['x-forwarded-for'])
    response.end()
  }).listen(0, '127.0.0.1')
  await once(portal, 'listening')
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'))
  const rules = portalRules.replace('bind :8082', `bind 127.0.0.1:${port}`)
  const upstream = `server one 127.0.0.1:${(portal.address() as AddressInfo).port}`
  const times = 'timeout connect 5s\n  timeout client 5s\n  timeout server 5s'
  const text = `defaults\n  mode http\n  ${times}\n\nfrontend portal\n${rules}\n\nbackend portals\n  ${upstream}\n`
  writeFileSync(join(folder, 'haproxy.cfg'), text)
  const env = { ...process.env, PORTAL_BASE_URL: baseUrl }
  const haproxy = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { env, stdio: 'ignore' })
  try {
    // The last address is what a proxy with TLS saw.
    for (const forwarded of ['9.9.9.9, 198.51.100.7', '198.51.100.7']) {
      const headers = { 'x-forwarded-for': forwarded }
      await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`, { headers }), 20_000)
    }
    expect(new Set(seen)).toEqual(new Set([expected]))
  } finally {
    haproxy.kill()
    portal.close()
    rmSync(folder, { recursive: true })
  }
})
