import { execFile } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { endpoints } from '@jobboard/contracts/endpoints'
import { root } from '@jobboard/stack/settings'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { problemsOf } from './support/calls.ts'
import { pagesOf } from './support/documents.ts'

// The blocks of the guides for operators run in a folder that looks like a checkout. In place of docker, kubectl and the others
// a program writes down how it was called; each name in a call must exist.
const guides = pagesOf('docs/guides/operators')
const pages = [
  ...guides,
  ...pagesOf('docs/runbooks'),
  ...pagesOf('deploy/production'),
  ...pagesOf('tools/kubernetes'),
]
const PROGRAMS = [
  'docker',
  'kubectl',
  'helm',
  'git',
  'curl',
  'tar',
  'npm',
  'kind',
  'deploy/rolling-upgrade.sh',
]
const RECORD = `#!/bin/sh
{ printf '%s\\t' "$(basename "$0")" "$@"; echo; } >> "$CALLS"
[ -t 0 ] || cat > /dev/null
echo gateway_upstream_replicas 5f0c1a52-6d0e-4b3c-9a53-2f3a8a0f7d11
`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jobboard-operators-'))
  for (const name of ['bin', 'deploy', 'jobboard-0.3.0']) mkdirSync(join(folder, name))
  for (const name of readdirSync(join(root, 'deploy')).filter((name) => name !== 'rolling-upgrade.sh'))
    symlinkSync(join(root, 'deploy', name), join(folder, 'deploy', name))
  symlinkSync(join(root, 'tools'), join(folder, 'tools'))
  for (const name of PROGRAMS) {
    const file = name.includes('/') ? join(folder, name) : join(folder, 'bin', name)
    writeFileSync(file, RECORD, { mode: 0o755 })
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs a block; returns the calls that it made. */
async function callsOf(block: string): Promise<string[][]> {
  const calls = join(folder, 'calls')
  writeFileSync(calls, '')
  const env = {
    ...{ PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter), HOME: folder, CALLS: calls },
    ...{ ADMIN_TOKEN: 'token', KEY: 'key' },
  }
  const run = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', block], { cwd: folder, env })
  run.child.stdin?.end()
  await run
  const lines = readFileSync(calls, 'utf8').trim().split('\n')
  return lines.filter(Boolean).map((line) => line.trim().split('\t'))
}

test.each(guides.map((page) => [page.file, page] as const))(
  'every command of %s runs, and names what exists (P-160)',
  async (file, { blocks }) => {
    for (const block of blocks) {
      const calls = await callsOf(block).catch((error) => expect.fail(`${file}:\n${block}\n${error.message}`))
      expect([block, calls.flatMap(problemsOf)]).toEqual([block, []])
      const files = /^COMPOSE_FILE=(\S+)$/m.exec(block)?.[1]?.split(':') ?? []
      expect(
        files.filter((name) => !readdirSync(join(root, name, '..')).includes(name.split('/').at(-1)!)),
      ).toEqual([])
    }
  },
  30_000,
)

/** The words of a command in a sentence. */
const wordsOf = (command: string) =>
  (command.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll(/^['"]|['"]$/g, ''))

test('every command in a sentence of a guide for operators or a runbook names what exists', () => {
  const found = pages.flatMap(({ file, inline }) =>
    inline.flatMap((command) =>
      problemsOf(wordsOf(command)).map((problem) => `${file}: \`${command}\`: ${problem}`),
    ),
  )
  expect(found).toEqual([])
  expect(pages.flatMap(({ inline }) => inline).length).toBeGreaterThan(30)
})

test('every path of an API in a guide for operators or a runbook exists', () => {
  const known = new Set(endpoints.map(({ path }) => path.replaceAll(/\{\w+\}/g, '{}')))
  const named = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\/(?:admin|api)\/v1\/[\w$/{}-]*[\w}]/g)].map(([path]) => [file, path] as const),
  )
  const shapeOf = (path: string) => path.replaceAll(/\/(?:\$?[A-Z_]{1,20}|\$\w+|\{\w+\}|\d+)(?=\/|$)/g, '/{}')
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(([, path]) => !known.has(shapeOf(path)))).toEqual([])
})

test.each([
  [['docker', 'compose', 'up', '-d', 'job'], 'no service job'],
  [['docker', 'compose', 'up', '--remove-orphan'], 'docker compose up --remove-orphan'],
  [['docker', 'compose', '--profile', 'metrics', 'up'], 'no profile metrics'],
  [['docker', 'compose', 'run', '--rm', 'jobboard', 'backups'], 'no command jobboard backups'],
  [
    ['docker', 'compose', 'run', '--rm', 'jobboard', 'restore', 'X', '--force'],
    'jobboard restore has no --force',
  ],
  [['docker', 'volume', 'rm', 'jobboard_meili'], 'no volume meili'],
  [
    ['docker', 'build', '-f', 'deploy/dockerfile', '-t', 'jobboard-jobboard', '.'],
    'there is no deploy/dockerfile',
  ],
  [['npm', 'run', 'jobboard', '--', 'drill', '--now'], 'jobboard drill has no --now'],
  [['npm', 'run', 'do', '--', 'mutant'], 'no script mutant'],
  [
    ['helm', 'upgrade', 'jobboard', 'deploy/helm/jobboard', '--set', 'image.version=1'],
    'no value image.version',
  ],
])('a call that names what does not exist is found: %j', (call, problem) => {
  expect(problemsOf(call)).toEqual([problem])
})
