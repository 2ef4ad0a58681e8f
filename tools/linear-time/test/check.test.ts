import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkLinear } from '../src/check.ts'

/** Checks one file with this text. */
async function check(text: string) {
  const root = mkdtempSync(join(tmpdir(), 'linear time-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const file = 'packages/a/src/a.ts'
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
  return checkLinear(root, [file])
}

test.each([
  ['const A = /\\s+$/', 'quadratic time'],
  ['const A = /^(a+)+$/', 'exponential time'],
  ["const A = new RegExp('x*x*y')", 'quadratic time'],
  ["const part = '\\\\s*'\nexport const A = new RegExp(part + part + 'x')", 'quadratic time'],
  ['export const of = (part: string) => new RegExp(part)', 'when the module is loaded'],
  ["export const of = (text: string) => text.normalize('NFC')", 'use normalForm'],
  ['export const of = (text: string) => text.localeCompare("a")', 'compare with <'],
])('%s: %s (P-271)', async (text, defect) => {
  const { defects } = await check(text)
  expect(defects).toEqual([expect.stringContaining(defect)])
})

test('every expression is listed, also one that is built when its module is loaded (P-271)', async () => {
  const { inventory, defects } = await check(
    "const a = 'a'\nexport const A = [/b/u, new RegExp(a + '+', 'g')]\n",
  )
  expect([inventory, defects]).toEqual([{ 'packages/a/src/a.ts': ['/a+/g', '/b/u'] }, []])
})
