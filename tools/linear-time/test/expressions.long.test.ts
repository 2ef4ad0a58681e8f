import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { growthOf } from './support/growth.ts'

// In a process of its own: only the first import of a module builds its expressions.
const check = join(import.meta.dirname, '../src/check.ts')
const listed = execFileSync(process.execPath, [check, '--list'], {
  cwd: join(import.meta.dirname, '../../..'),
})
const expressions = new Set<string>(JSON.parse(String(listed)))

test.each([...expressions])(
  '%s: ten times its worst input takes at most forty times as long (P-271)',
  (expression) => {
    expect(growthOf(expression)).toBeUndefined()
  },
)

// Expressions that this project had.
test.each([
  String.raw`/\/+$/`,
  String.raw`/"(?:[^"\\]|\\.)*"/g`,
  String.raw`/(\d{1,2})\s*\+?\s*(?:\)\s*)?(?:years?|ans|années?)\b/giu`,
  String.raw`/[^\s,;]+\s*[@＠]\s*[^\s@]+\.[^\s@]+|[^\s,;]*[@＠]\S+/gu`,
  String.raw`/[+(]*\p{Nd}[\p{Nd}\s()./\\·_–—-]*\p{Nd}/gu`,
])('%s is found to take longer (P-271)', (expression) => {
  expect(growthOf(expression)).toBeDefined()
})
