import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@jobboard/stack/settings'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'

// In place of Docker a program runs the command line itself: `docker compose run ... jobboard ARGUMENTS`.
const DOCKER = `#!/bin/sh
while [ $# -gt 0 ] && [ "$1" != jobboard ]; do shift; done
[ $# -gt 0 ] || exit 0
shift
exec '${process.execPath}' '${join(root, 'tools/jobboard/src/main.ts')}' "$@"
`
const folder = join(root, 'docs/guides/operators')

let net: Network
let dir: string
beforeAll(async () => {
  net = await network()
  dir = await mkdtemp(`${tmpdir()}/jobboard-operator-guides-`)
  await writeFile(join(dir, 'docker'), DOCKER, { mode: 0o755 })
  await symlink(join(root, 'tools'), join(dir, 'tools'))
})
afterAll(async () => {
  await net?.stop()
  await rm(dir, { recursive: true, force: true })
})

/** The shell blocks of a guide, in order. */
async function shellOf(name: string): Promise<string[]> {
  const text = await readFile(join(folder, `${name}.md`), 'utf8')
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block!)
}

test('first-key.md: every command, in order, ends with a key that works and imported jobs', async () => {
  const script = (await shellOf('first-key')).join('\n').replaceAll('http://localhost:8080', net.gateway.url)
  const env = {
    ...process.env,
    PATH: [dir, process.env.PATH].join(delimiter),
    DATA_DIR: dir,
    ADMIN_URL: net.gateway.adminUrl,
    ADMIN_TOKEN: net.adminToken,
    API_URL: net.gateway.url,
  }
  // doctor warns: a test system has neither the services' addresses nor the databases of Compose.
  const tolerant = script.replace(/^(docker .* doctor)$/m, '$1 || true')
  const run = promisify(execFile)
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', tolerant], { cwd: dir, env })
  expect(stdout).toMatch(/wrote \.env with \d+ fresh secrets/)
  expect(stdout).toContain('employer 1\n')
  expect(stdout).toContain('"scopes"')
  expect(stdout).toContain('First key')
  // 12 of 100 credits are spent: the sample file has 12 jobs.
  const employer = await net.admin.get('/admin/v1/employers/1/credits')
  expect(employer.body.JobPosting).toBe(88)
}, 180_000)
