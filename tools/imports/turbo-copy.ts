import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The root of this checkout. */
export const root = join(import.meta.dirname, '../..')

const turbo = join(root, 'node_modules/.bin/turbo')
const MANIFESTS = ['{packages,services,tools}/*/package.json', 'e2e/package.json']

/** A workspace. */
export interface Manifest {
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

/** The workspaces of this checkout. */
export function readManifests(): Manifest[] {
  return globSync(MANIFESTS, { cwd: root }).map((file) => {
    const folder = file.replace('/package.json', '')
    return { folder, ...JSON.parse(readFileSync(join(root, file), 'utf8')) }
  })
}

/** A copy of the files of this checkout, for tests of what turbo takes into its hashes. */
export function openTurboCopy() {
  const copy = mkdtempSync(join(tmpdir(), 'jobboard-hashes-'))
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const { stdout: tracked } = spawnSync('git', listed, { cwd: root, encoding: 'utf8' })
  for (const file of tracked.split('\0').filter(Boolean)) {
    // A link to a folder stays a link.
    cpSync(join(root, file), join(copy, file), { recursive: true, verbatimSymlinks: true })
  }

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

  return {
    dryRun,
    testHashes: () => new Map(dryRun('test').map(({ taskId, hash }) => [taskId, hash])),
    change: (file: string) => appendFileSync(join(copy, file), '\n// changed\n'),
    remove: () => rmSync(copy, { recursive: true }),
  }
}
