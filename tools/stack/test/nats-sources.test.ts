import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cachedNats, cacheFolder, findNats, natsFromApt, natsFromRelease } from '../src/infra/nats/find.ts'
import { findSystemTool } from '../src/infra/process/find-program.ts'
import { withFakeProgram } from './support/fake-program.ts'

const version = '2.12.99'
// Enough of a nats-server to return its version.
const program = `#!/bin/sh\necho "nats-server: v${version}"\n`
const dpkg = findSystemTool('dpkg-deb', process.env)
const debian = existsSync('/etc/debian_version') && dpkg !== undefined
const machine = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`

let dir: string
let cache: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'nats-sources-'))
  cache = cacheFolder({ XDG_CACHE_HOME: dir })
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const log = () => {}

function makePackage(): string {
  const tree = join(dir, 'tree')
  mkdirSync(join(tree, 'usr', 'sbin'), { recursive: true })
  mkdirSync(join(tree, 'DEBIAN'), { mode: 0o755 })
  writeFileSync(join(tree, 'usr', 'sbin', 'nats-server'), program, { mode: 0o755 })
  const control = ['Package: nats-server', 'Version: 1', 'Architecture: all', 'Maintainer: t <t@example.com>']
  writeFileSync(join(tree, 'DEBIAN', 'control'), [...control, 'Description: test', ''].join('\n'))
  const file = join(dir, 'nats-server.deb')
  expect(spawnSync(dpkg!, ['--build', tree, file]).status).toBe(0)
  return file
}

test.runIf(debian).each([
  ['the package lists of the system', ''],
  [
    'package lists in the cache, where those of the system are missing',
    'case "$*" in *Dir::State::lists=*) ;; *) exit 100 ;; esac',
  ],
])('apt: with %s', async (_lists, refusal) => {
  const apt = `${refusal}\ncase "$*" in *download*) cp '${makePackage()}' . ;; esac`
  const found = await natsFromApt(cache, withFakeProgram(process.env, join(dir, 'bin'), 'apt-get', apt), log)
  expect(found).toEqual({ file: join(cache, `nats-${version}`, 'nats-server'), version })
  expect(await cachedNats(cache)).toEqual(found)
  expect(readdirSync(cache)).toEqual([`nats-${version}`])
})

test.runIf(debian)('apt without a network: throws its last line and leaves no file', async () => {
  const env = withFakeProgram(process.env, join(dir, 'bin'), 'apt-get', 'echo "E: no network"; exit 100')
  await expect(natsFromApt(cache, env, log)).rejects.toThrow('apt-get: E: no network')
  expect(readdirSync(cache)).toEqual([])
})

async function serve(body: Buffer): Promise<{ from: string; close(): void }> {
  const server = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { from: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

function makeArchive(): Buffer {
  const name = `nats-server-v${version}-${machine}`
  mkdirSync(join(dir, name))
  writeFileSync(join(dir, name, 'nats-server'), program, { mode: 0o755 })
  expect(spawnSync('tar', ['-czf', join(dir, 'archive'), '-C', dir, name]).status).toBe(0)
  return readFileSync(join(dir, 'archive'))
}

test('release: an archive with the pinned checksum is cached', async () => {
  const archive = makeArchive()
  const { from, close } = await serve(archive)
  const sha256 = { [machine]: createHash('sha256').update(archive).digest('hex') }
  const found = await natsFromRelease(cache, log, { release: { version, from, sha256 } })
  close()
  expect(found?.version).toBe(version)
  expect(await cachedNats(cache)).toEqual(found)
})

test('release: an archive with another checksum is refused and not cached', async () => {
  const { from, close } = await serve(makeArchive())
  const release = { version, from, sha256: { [machine]: '0'.repeat(64) } }
  await expect(natsFromRelease(cache, log, { release })).rejects.toThrow('is not the pinned file')
  close()
  expect(await cachedNats(cache)).toBeUndefined()
})

test('release: undefined on a machine without a pinned checksum', async () => {
  const release = { version, from: 'http://127.0.0.1:9', sha256: {} }
  expect(await natsFromRelease(cache, log, { release })).toBeUndefined()
})

test('cache: the newest nats-server that runs on this machine is chosen', async () => {
  for (const [name, text] of [
    ['nats-2.9.10', program.replace(version, '2.9.10')],
    ['nats-2.12.1', program.replace(version, '2.12.1')],
    ['nats-3.0.0', 'built for another machine'],
  ] as const) {
    mkdirSync(join(cache, name), { recursive: true })
    writeFileSync(join(cache, name, 'nats-server'), text, { mode: 0o755 })
  }
  expect((await cachedNats(cache))?.version).toBe('2.12.1')
})

test('PATH: a nats-server older than 2.9 is skipped for the next source', async () => {
  const old = program.replace(version, '2.8.4')
  const env = withFakeProgram({ XDG_CACHE_HOME: dir }, join(dir, 'bin'), 'nats-server', old)
  mkdirSync(join(cache, 'nats-2.12.1'), { recursive: true })
  copyFileSync(join(dir, 'bin', 'nats-server'), join(cache, 'nats-2.12.1', 'nats-server'))
  expect(
    await findNats({ ...env, PATH: `${join(dir, 'bin')}:/usr/bin:/bin` }, log, {
      from: ['path', 'cache'],
    }),
  ).toMatchObject({ source: 'cache' })
})
