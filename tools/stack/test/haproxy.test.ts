import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
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
