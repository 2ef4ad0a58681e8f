import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { descriptorLimit, maxConnections } from './connection-limit.ts'

test('half of the descriptors that are not reserved are for clients when services may take the rest', () => {
  expect(maxConnections(512, 768)).toBe(192)
  expect(maxConnections(1_024, 768)).toBe(448)
  expect(maxConnections(10_000, 768)).toBe(9_104)
  expect(maxConnections(100, 768)).toBe(1)
})

test('without a setting at most 20000; a setting lowers the number and never raises it over the descriptors', () => {
  expect(maxConnections(Number.POSITIVE_INFINITY, 768)).toBe(20_000)
  expect(maxConnections(Number.POSITIVE_INFINITY, 768, 50_000)).toBe(50_000)
  expect(maxConnections(512, 768, 10)).toBe(10)
  expect(maxConnections(512, 768, 1_000)).toBe(192)
})

test.skipIf(process.platform === 'win32')('the limit of descriptors is that of the process', () => {
  const limit = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim()
  expect(descriptorLimit()).toBe(Number(limit) || Number.POSITIVE_INFINITY)
})
