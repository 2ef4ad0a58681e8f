import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Inventory } from '../src/check.ts'
import { quadraticGrowth } from '../src/growth.ts'
import { ExponentialTime, runOf, worstInputs } from '../src/worst-inputs.ts'

const list = readFileSync(new URL('../expressions.json', import.meta.url), 'utf8')
const expressions = [...new Set(Object.values(JSON.parse(list) as Inventory).flat())]

/** Why an expression takes more than linear time; undefined when it does not. */
function growthOf(expression: string): string | undefined {
  const run = runOf(expression)
  for (const input of worstInputs(expression)) {
    const failure = quadraticGrowth((length) => {
      const text = input(length)
      return () => run(text)
    })
    if (failure) return `${JSON.stringify(input(12))}: ${failure}`
  }
  return undefined
}

test.each(expressions)(
  '%s: ten times its worst input takes at most thirty times as long (P-271)',
  (expression) => {
    expect(growthOf(expression)).toBeUndefined()
  },
)

test('an expression that takes exponential time is found with a few characters (P-271)', () => {
  expect(() => worstInputs(String.raw`/^(?:-+\s*)+a$/`)).toThrow(ExponentialTime)
})

// Expressions that this project had.
test.each([
  String.raw`/\/+$/`,
  String.raw`/"(?:[^"\\]|\\.)*"/g`,
  String.raw`/(\d{1,2})\s*\+?\s*(?:\)\s*)?(?:years?|ans|années?)\b/giu`,
  String.raw`/\b(ignor\w*|disregard\w*|forget)\b.*\b(instruct\w*|rules?)\b/`,
  String.raw`/[^\s,;]+\s*[@＠]\s*[^\s@]+\.[^\s@]+|[^\s,;]*[@＠]\S+/gu`,
  String.raw`/[+(]*\p{Nd}[\p{Nd}\s()./\\·_–—-]*\p{Nd}/gu`,
])('%s is found to take longer (P-271)', (expression) => {
  expect(growthOf(expression)).toBeDefined()
})
