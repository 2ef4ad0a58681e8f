import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readImports } from './check.ts'

const root = join(import.meta.dirname, '../..')
const turbo = join(root, 'node_modules/.bin/turbo')
const MANIFESTS = ['{packages,services,tools}/*/package.json', 'e2e/package.json']

interface Manifest {
  name: string
  folder: string
  scripts: Record<string, string>
  dependencies?: Record<string, string>
}

interface Task {
  taskId: string
  hash: string
  dependencies: string[]
}

let copy: string
let manifests: Manifest[]
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'jobboard-hashes-'))
  const tracked = spawnSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  for (const file of tracked.stdout.split('\0').filter(Boolean)) cpSync(join(root, file), join(copy, file))
  manifests = globSync(MANIFESTS, { cwd: root }).map((file) => {
    const folder = file.replace('/package.json', '')
    return { folder, ...JSON.parse(readFileSync(join(root, file), 'utf8')) }
  })
})
afterAll(() => rmSync(copy, { recursive: true }))

/** The tasks that turbo would run in the copy. */
function dryRun(task: string): Task[] {
  const { stdout, stderr } = spawnSync(turbo, ['run', task, '--dry=json'], {
    cwd: copy,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (!stdout.startsWith('{')) throw new Error(stderr)
  return (JSON.parse(stdout) as { tasks: Task[] }).tasks
}

const testHashes = () => new Map(dryRun('test').map(({ taskId, hash }) => [taskId, hash]))

/** Every file that the tests of a package load, and those of the service processes that they start by name. */
function loadedBy({ folder }: Manifest, importsOf: Map<string, string[]>): Set<string> {
  const isTest = (file: string) => file.startsWith(`${folder}/`) && file.endsWith('.test.ts')
  const waiting = [...importsOf.keys()].filter(isTest)
  if (waiting.length > 0)
    waiting.push('tools/testkit/src/global-setup.ts', 'tools/testkit/src/longest-first.ts')
  const loaded = new Set<string>()
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (loaded.has(file)) continue
    loaded.add(file)
    waiting.push(...(importsOf.get(file) ?? []))
    if (!file.startsWith(folder) || !file.endsWith('.ts')) continue
    for (const [, service] of readFileSync(join(root, file), 'utf8').matchAll(
      /startServiceProcess\('(\w+)'/g,
    )) {
      waiting.push(`services/${service}/src/main.ts`)
    }
  }
  return loaded
}

test('the hash of the tests of a package changes with each service that they load (P-330)', async () => {
  const importsOf = await readImports(root, ['packages', 'services', 'tools', 'e2e'])
  const tested = manifests.filter(({ scripts }) => scripts.test !== undefined)
  const loaded = new Map(tested.map((one) => [one, loadedBy(one, importsOf)]))
  let before = testHashes()
  const stale: string[] = []
  let pairs = 0
  for (const { folder } of manifests.filter((one) => one.folder.startsWith('services/'))) {
    const isSource = (file: string) => file.startsWith(`${folder}/src/`) && !file.endsWith('.test.ts')
    const users = tested.filter((one) => [...loaded.get(one)!].some(isSource))
    const [changed] = users.flatMap((one) => [...loaded.get(one)!].filter(isSource))
    if (changed === undefined) continue
    appendFileSync(join(copy, changed), '\n// changed\n')
    const after = testHashes()
    for (const { name } of users) {
      if (after.get(`${name}#test`) === before.get(`${name}#test`)) stale.push(`${name} after ${changed}`)
      pairs++
    }
    before = after
  }
  expect(stale).toEqual([])
  expect(pairs).toBeGreaterThan(40)
})

test('a change in jobs leaves the hash of the tests that do not load it (P-330)', () => {
  const before = testHashes()
  appendFileSync(join(copy, 'services/jobs/src/service.ts'), '\n// changed again\n')
  const after = testHashes()
  const changed = [...after].filter(([task, hash]) => hash !== before.get(task)).map(([task]) => task)
  expect(changed).toContain('@jobboard/pipeline#test')
  expect(changed).not.toContain('@jobboard/search#test')
})

test('the sources of a package carry those of its dependencies, and of nothing that only its tests need (P-330)', () => {
  const tasks = new Map(dryRun('sources').map((task) => [task.taskId, task]))
  const names = new Set(manifests.map(({ name }) => name))
  for (const { name, dependencies = {} } of manifests) {
    const needed = Object.keys(dependencies).filter((one) => names.has(one))
    const expected = needed.map((one) => `${one}#sources`)
    expect([name, tasks.get(`${name}#sources`)?.dependencies.toSorted()]).toEqual([name, expected.toSorted()])
  }
})
