import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

test('other work of the process runs between steps that take long; the result is that of the last step', async () => {
  let others = 0
  const other = () => {
    others++
    if (others < 1_000) setImmediate(other)
  }
  setImmediate(other)
  const seen: number[] = []
  const result = await inTurns(
    (function* () {
      for (let i = 0; i < 5; i++) {
        busyFor(20)
        seen.push(others)
        yield
      }
      return 'done'
    })(),
  )
  others = 1_000
  expect(result).toBe('done')
  expect(new Set(seen).size).toBe(5)
})

test('what a step throws rejects', async () => {
  const work = (function* () {
    yield
    throw new Error('broken')
  })()
  await expect(inTurns(work)).rejects.toThrow('broken')
})

function busyFor(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}
