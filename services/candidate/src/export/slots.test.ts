import { expect, test } from 'vitest'
import { openSlots } from './routes.ts'

test('at most `count` tasks run at once, in the order in which they came, and a task that fails frees its slot', async () => {
  const slots = openSlots(2)
  const started: number[] = []
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const results = gates.map(({ promise }, task) =>
    slots.run(() => {
      started.push(task)
      return promise
    }),
  )
  const settled = Promise.allSettled(results)
  expect(started).toEqual([0, 1])
  gates[1]!.reject(new Error('failed'))
  await expect(results[1]).rejects.toThrow('failed')
  await expect.poll(() => started).toEqual([0, 1, 2])
  for (const { resolve } of gates) resolve()
  expect((await settled).map(({ status }) => status).filter((status) => status === 'fulfilled')).toHaveLength(
    4,
  )
  expect(started).toEqual([0, 1, 2, 3, 4])
  await slots.run(async () => started.push(5))
  expect(started.at(-1)).toBe(5)
})
