import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Inventory } from '../src/check.ts'
import { growthOf } from './support/growth-of.ts'

const list = readFileSync(new URL('../expressions.json', import.meta.url), 'utf8')
const expressions = [...new Set(Object.values(JSON.parse(list) as Inventory).flat())]

test.each(expressions)(
  '%s: ten times its worst input takes at most thirty times as long (P-271)',
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
])(
  '%s is found to take longer (P-271)',
  (expression) => {
    expect(growthOf(expression)).toBeDefined()
  },
  // The longest input takes 8 s of CPU.
  300_000,
)
