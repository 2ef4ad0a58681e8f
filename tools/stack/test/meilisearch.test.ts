import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MEILISEARCH_IMAGE, type Meilisearch, startMeilisearch } from '../src/infra/meilisearch.ts'
import { isAlive } from '../src/infra/process/stop-process.ts'
import { root } from '../src/settings.ts'
import { withFakeProgram } from './support/fake-program.ts'

// Responds to /version like Meilisearch, on the address after --http-addr.
const SERVER = `
const [host, port] = process.argv[process.argv.indexOf("--http-addr") + 1].split(":")
require("node:http").createServer((request, response) => {
  const isKnown = request.headers.authorization === "Bearer " + process.env.MEILI_MASTER_KEY
  response.writeHead(isKnown ? 200 : 403, { "content-type": "application/json" })
  response.end(JSON.stringify(isKnown ? { pkgVersion: "1.50.0" } : {}))
}).listen(Number(port), host)`

let dir: string
let started: Meilisearch[]
let lines: string[]
/** Nothing of this machine but the tools of the system. */
let env: NodeJS.ProcessEnv
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'meilisearch-'))
  started = []
  lines = []
  env = withFakeProgram({ PATH: '/bin' }, join(dir, 'system'), 'docker', 'exit 1')
})
afterEach(async () => {
  for (const one of started) await one.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function start(own: NodeJS.ProcessEnv): Promise<Meilisearch> {
  const log = (line: string) => lines.push(line)
  const meilisearch = await startMeilisearch({ dir: join(dir, 'data'), log, env: own })
  started.push(meilisearch)
  return meilisearch
}

const onPath = (version: string, before = env) =>
  withFakeProgram(
    before,
    join(dir, 'path'),
    'meilisearch',
    `[ "$1" = --version ] && { echo "meilisearch ${version}"; exit 0; }
     exec '${process.execPath}' -e '${SERVER}' -- "$@"`,
  )

/** Like Docker with these arguments: maps the port, passes the variable on, and runs the server. */
const inDocker = (before = env) =>
  withFakeProgram(
    before,
    join(dir, 'docker'),
    'docker',
    `echo "$@" >> '${join(dir, 'calls')}'
     [ "$1" = run ] || exit 0
     while [ $# -gt 0 ]; do
       case "$1" in -p) port="$2" ;; -e) [ "$2" = MEILI_MASTER_KEY ] && key="$MEILI_MASTER_KEY" ;; esac
       shift
     done
     MEILI_MASTER_KEY="$key" exec '${process.execPath}' -e '${SERVER}' -- --http-addr "\${port%:7700}"`,
  )

test('MEILI_URL comes before the PATH; its key is checked, and stop() does not stop it', async () => {
  const server = createServer((request, response) =>
    response.end(request.headers.authorization === 'Bearer a-key' ? '{"pkgVersion":"1.51.2"}' : '{}'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const own = { ...onPath('1.50.0'), MEILI_URL: url, MEILI_MASTER_KEY: 'a-key' }
  expect(await start(own)).toMatchObject({ url, key: 'a-key', source: 'MEILI_URL', version: '1.51.2' })
  expect(lines).toEqual(['Using Meilisearch 1.51.2 (MEILI_URL)'])
  await expect(start({ ...own, MEILI_MASTER_KEY: 'another' })).rejects.toThrow(/accepts the key/)
  server.close()
})

test('the PATH comes before Docker', async () => {
  const meilisearch = await start(onPath('1.50.0', inDocker()))
  expect(meilisearch).toMatchObject({ source: 'PATH', version: '1.50.0' })
  expect(lines).toEqual(['Starting Meilisearch 1.50.0 (PATH)…'])
})

test('Docker, where the PATH has none or an old one: the container uses the folder, listens on loopback, and is removed', async () => {
  const meilisearch = await start(onPath('1.49.3', inDocker()))
  expect(lines).toEqual([`Starting Meilisearch 1.50.0 (Docker ${MEILISEARCH_IMAGE})…`])
  await meilisearch.stop()
  expect(isAlive(meilisearch.pid!)).toBe(false)
  const calls = readFileSync(join(dir, 'calls'), 'utf8').trim().split('\n')
  expect(calls.map((call) => call.split(' ')[0])).toEqual(['info', 'rm', 'run', 'rm'])
  expect(calls[2]).toMatch(/-p 127\.0\.0\.1:\d+:7700 -v \/\S+\/data:\/jobboard -e MEILI_MASTER_KEY getmeili/)
  expect(calls[2]).not.toContain(meilisearch.key)
  expect(calls.at(-1)).toBe(`rm -f ${/--name (\S+)/.exec(calls[2]!)?.[1]}`)
})

test('nothing anywhere: one sentence says what to install and what was tried', async () => {
  await expect(start(env)).rejects.toThrow(
    /^No Meilisearch to start: install meilisearch 1.50 or later or Docker, set MEILI_URL .* or set SEARCH_ENGINE=postgres \(.*Docker is installed but not running\)$/,
  )
  await expect(start({ PATH: join(dir, 'nowhere') })).rejects.toThrow(/there is no docker on the PATH\)$/)
})

test('the image is the one of docker-compose.yml', () => {
  expect(readFileSync(join(root, 'docker-compose.yml'), 'utf8')).toContain(`image: ${MEILISEARCH_IMAGE}\n`)
})
