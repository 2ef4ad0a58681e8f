import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('../src/start.ts', import.meta.url))

test('an unknown option is refused, and the options are listed', () => {
  const { status, stderr } = spawnSync(process.execPath, [main, '--unknown'], { encoding: 'utf8' })
  expect(status).toBe(2)
  expect(stderr).toMatch(/^npm start has no option "--unknown"\.\n[\s\S]*PORT=8080/)
})
