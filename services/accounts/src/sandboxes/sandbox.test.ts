import { expect, test } from 'vitest'
import { sandboxName } from './sandbox.ts'

test('the name of a sandbox is no longer than that of an employer may be', () => {
  expect(sandboxName('Nord')).toBe('Nord (sandbox)')
  expect(sandboxName('😀'.repeat(200))).toBe(`${'😀'.repeat(190)} (sandbox)`)
})
