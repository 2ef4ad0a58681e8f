import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../src/files.ts'

// What an integrator does who has the address of an installation and a key: installs from it into an empty folder,
// outside of the checkout and with a blank in its name.
let net: Network
let key: string
let home: string
let commands: Record<string, string>

beforeAll(async () => {
  home = mkdtempSync(`${tmpdir()}/jobboard clients `)
  net = await network({ only: ['accounts', 'jobs', 'search'] })
  const { id } = (await net.admin.post('/admin/v1/employers', { name: 'Bakery', isTrustedPartner: true }))
    .body
  const body = { name: 'k', scopes: ['JobPosting'] }
  key = (await net.admin.post(`/admin/v1/employers/${id}/api-keys`, body)).body.apiKey
  const { clients } = await eventually('the packages are made', async () => {
    const { status, body } = await net.api(key).get('/sdk', { headers: { accept: 'application/json' } })
    return status === 200 && body
  })
  commands = Object.fromEntries(
    clients.map(({ client, install }: Record<string, string>) => [client, install]),
  )
})
afterAll(async () => {
  await net?.stop()
  if (home) rmSync(home, { recursive: true, force: true })
})

/** An empty folder with these files. */
function folder(name: string, files: Record<string, string> = {}): string {
  const path = join(home, name)
  mkdirSync(path)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text)
  return path
}

/** Runs a program, or a line of a shell, as somebody without this checkout on the PATH. */
async function run(cwd: string, command: string, args?: readonly string[], input = ''): Promise<string> {
  const PATH = (process.env.PATH ?? '').split(delimiter).filter((one) => !one.startsWith(root))
  const env = {
    PATH: PATH.join(delimiter),
    HOME: home,
    npm_config_cache: join(home, 'npm-cache'),
    ...{ npm_config_update_notifier: 'false', npm_config_audit: 'false', PIP_NO_COMPILE: '1' },
    API: net.gateway.url,
    KEY: key,
    JOBBOARD_URL: net.gateway.url,
    JOBBOARD_API_KEY: key,
  }
  const child = spawn(command, args ?? [], { cwd, env, shell: args === undefined })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (output.stdout += chunk))
  child.stderr.on('data', (chunk) => (output.stderr += chunk))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output.stdout}\n${output.stderr}`)
  return output.stdout
}

const program = (imports: string) => `${imports}
const client = createClient({ baseUrl: process.env.API + '/api/v1/', apiKey: process.env.KEY })
client.jobs.create({ title: 'Baker' }).then(async (job) => {
  const missing = await client.jobs.get(999999).catch((error) => error)
  console.log(job.title, missing instanceof NotFoundError)
})
`
const programs = {
  'esm.mjs': program("import { createClient, NotFoundError } from '@jobboard/sdk'"),
  'cjs.cjs': program("const { createClient, NotFoundError } = require('@jobboard/sdk')"),
}

// `npm run runtimes -w @jobboard/sdk` installs the oldest Node that the packages name.
const runtimes = join(root, '.jobboard/runtimes/node_modules/.bin')
const nodes = [
  process.execPath,
  ...[runtimes, ...(process.env.PATH ?? '').split(delimiter)].map((path) => join(path, 'node')),
].flatMap((path) => {
  const version = spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim()
  return version ? [{ path, version }] : []
})
const versions = [...new Map(nodes.map((node) => [node.version, node])).values()]

const RESOLUTIONS = [
  ['node10', { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0' }],
  ['node16, also in an ES module', { module: 'node16' }],
  ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
] as const

const typed = `import { createClient, type RequestBody } from '@jobboard/sdk'
const client = createClient({ apiKey: 'pk_live_x', baseUrl: 'http://127.0.0.1' })
export const draft: RequestBody<'create-job'> = { title: 'Baker' }
export const title = async (): Promise<string> => (await client.jobs.get(1)).title
// @ts-expect-error a job needs a title
client.jobs.create({})
`

test('the SDK: npm install, then import and require on each Node, and types in each resolution (P-168)', async () => {
  const cwd = folder('sdk', { ...programs, 'a.ts': typed, 'b.mts': typed })
  await run(cwd, commands.typescript!)
  for (const { path, version } of versions) {
    for (const file of Object.keys(programs)) {
      expect([version, file, await run(cwd, path, [file])]).toEqual([version, file, 'Baker true\n'])
    }
  }
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  for (const [name, options] of RESOLUTIONS) {
    const strict = {
      strict: true,
      skipLibCheck: false,
      skipDefaultLibCheck: true,
      noEmit: true,
      target: 'es2022',
      types: [],
    }
    const compilerOptions = { ...strict, lib: ['es2022', 'dom', 'dom.iterable'], ...options }
    const files = name.includes('ES module') ? ['a.ts', 'b.mts'] : ['a.ts']
    writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    expect([name, await run(cwd, process.execPath, [tsc, '-p', '.'])]).toEqual([name, ''])
  }
}, 300_000)

test('the SDK installs from a folder', async () => {
  const cwd = folder('sdk linked', programs)
  const url = commands.typescript!.split(' ').at(-1)
  await run(cwd, `curl -sS ${url} | tar xz`)
  await run(cwd, 'npm install ./package')
  for (const file of Object.keys(programs)) {
    expect(await run(cwd, process.execPath, [file])).toBe('Baker true\n')
  }
})

test('the MCP server starts with one command in an empty folder (P-392)', async () => {
  const ask = (id: number, method: string, params = {}) =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params })
  const clientInfo = { name: 'test', version: '1' }
  const input = [
    ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }),
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    ask(2, 'tools/call', { name: 'get_key', arguments: {} }),
  ]
  const output = await run(folder('mcp'), commands.mcp!, undefined, `${input.join('\n')}\n`)
  const [hello, result] = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(hello.result.serverInfo.name).toBe('jobboard')
  expect(result.result.content[0].text).toContain('JobPosting')
})

const python = ['python3', '/usr/bin/python3'].find(
  (path) =>
    spawnSync(path, ['-c', 'import sys, venv, httpx; sys.exit(sys.version_info < (3, 11))']).status === 0,
)
if (!python) console.warn('SKIPPED: the wheel, because no python3 of 3.11 or newer has venv and httpx')

test.skipIf(!python)('the Python client: pip install, then a call and a check of its files', async () => {
  const cwd = folder('python', {
    'publish.py': `import os
from jobboard import Client

with Client(os.environ["API"], api_key=os.environ["KEY"]) as client:
    print(client.create_job({"title": "Baker"})["title"])
`,
  })
  await run(cwd, python!, ['-m', 'venv', '--system-site-packages', 'env'])
  await run(cwd, `env/bin/${commands.python!}`)
  expect(await run(cwd, 'env/bin/python', ['publish.py'])).toBe('Baker\n')
  expect(await run(cwd, 'env/bin/pip show -f jobboard-client')).toContain('jobboard/py.typed')
})
