import { expect, test } from 'vitest'
import { openSandboxTurns } from './turns.ts'

test('one search of sandboxes at a time; a failed one passes the turn on', async () => {
  const { run } = openSandboxTurns()
  let running = 0
  let most = 0
  const work = (fails: boolean) => async () => {
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
    if (fails) throw new Error('fails')
    return 'done'
  }
  const results = await Promise.allSettled([1, 1, 2, 2, 3].map((id, i) => run(id, work(i % 2 === 1))))
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect([most, running]).toEqual([1, 0])
})

test('unavailable: the sixth of a sandbox and the twenty-first of all; later ones run again', async () => {
  const { run } = openSandboxTurns()
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = [1, 2, 3, 4].flatMap((id) => Array.from({ length: 5 }, () => run(id, () => promise)))
  for (const id of [1, 9]) {
    await expect(run(id, () => promise)).rejects.toMatchObject({ code: 'unavailable' })
  }
  resolve()
  await Promise.all(waiting)
  expect(await run(1, async () => 'again')).toBe('again')
  const held = Promise.withResolvers<void>()
  const ofOne = Array.from({ length: 6 }, () => run(1, () => held.promise))
  await expect(ofOne[5]).rejects.toMatchObject({ code: 'unavailable' })
  const other = run(2, async () => 'other')
  held.resolve()
  expect(await other).toBe('other')
  await Promise.all(ofOne.slice(0, 5))
})
