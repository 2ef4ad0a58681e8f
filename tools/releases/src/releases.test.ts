import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { assertInHistory, ROOT, readReleases } from './releases.ts'

test('the tree is newer than every release, and each release has a commit of its own', () => {
  const releases = readReleases()
  const numbers = (version: string) => version.split('.').map(Number) as [number, number, number]
  const { version } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as { version: string }
  const versions = [version, ...releases.map((release) => release.version)]
  for (const text of versions) expect(text).toMatch(/^\d+\.\d+\.\d+$/)
  const order = versions.map(numbers).map(([major, minor, patch]) => (major * 1e4 + minor) * 1e4 + patch)
  expect(order).toEqual([...new Set(order)].sort((a, b) => b - a))
  const commits = releases.map(({ commit }) => commit)
  expect(new Set(commits).size).toBe(commits.length)
  for (const commit of commits) expect(commit).toMatch(/^[0-9a-f]{40}$/)
})

test('a commit that is not in the clone: the error says how to get it', () => {
  expect(() => assertInHistory({ version: '9.9.9', commit: '0'.repeat(40) })).toThrow(
    /9\.9\.9.*git fetch --unshallow/,
  )
})
