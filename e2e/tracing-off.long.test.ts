import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '@jobboard/stack/settings'
import { expect, test } from 'vitest'

test('no SDK and no exporter is loaded without OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  const script = join(root, 'e2e/support/loaded-packages.ts')
  const loadedWith = (env: Record<string, string>): string[] => {
    const options = { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' } as const
    const { stdout, stderr, status } = spawnSync(process.execPath, [script], options)
    expect([status, stderr]).toEqual([0, ''])
    return JSON.parse(stdout)
  }
  expect(loadedWith({})).toEqual([])
  expect(loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toEqual([])
  const loaded = loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect(loaded).toContain('@opentelemetry/sdk-trace')
})
