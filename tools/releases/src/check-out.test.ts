import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkOut } from './check-out.ts'

let cache: string
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'releases-'))
  vi.stubEnv('XDG_CACHE_HOME', cache)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(cache, { recursive: true })
})

/** A checkout whose installer runs this program. */
function release(commit: string, installer: string): string {
  const folder = join(cache, 'jobboard', `release-${commit}`)
  mkdirSync(join(folder, 'tools', 'stack'), { recursive: true })
  writeFileSync(join(folder, 'tools', 'stack', 'bootstrap.mjs'), installer)
  return folder
}

test('a release that is there installs itself, and nothing else happens (P-531)', async () => {
  const commit = 'a'.repeat(40)
  const installer = "import { writeFileSync } from 'node:fs'\nwriteFileSync('installed', process.argv[2])"
  const folder = release(commit, installer)
  const lines: string[] = []
  expect(await checkOut({ version: '9.9.9', commit }, (line) => lines.push(line))).toBe(folder)
  expect([existsSync(join(folder, 'installed')), lines]).toEqual([true, []])
})

test('a release that cannot be installed: the error has its version, its folder and the reason', async () => {
  const commit = 'b'.repeat(40)
  const folder = release(commit, "console.error('npm cannot be reached')\nprocess.exit(1)")
  await expect(checkOut({ version: '9.9.9', commit }, () => {})).rejects.toThrow(
    `Release 9.9.9 cannot be installed in ${folder}: npm cannot be reached`,
  )
})

test('a commit that is not in the clone: the error says how to get it, and nothing is left behind', async () => {
  const unknown = { version: '9.9.9', commit: '0'.repeat(40) }
  await expect(checkOut(unknown, () => {})).rejects.toThrow('git fetch --unshallow')
  expect(readdirSync(cache)).toEqual([])
})
