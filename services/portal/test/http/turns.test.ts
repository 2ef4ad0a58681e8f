import { expect, test } from 'vitest'
import { MAX_PER_PERSON, MAX_WAITING_PER_PERSON, openTurns, type Turn } from '../../src/http/pace.ts'

const of = (employer: string, person = 'a') => ({ person: `${employer}.${person}`, employer })
/** What has happened to a turn so far. */
function watch(turn: Turn | Promise<Turn>) {
  const seen: { turn?: Turn } = {}
  void Promise.resolve(turn).then((it) => {
    seen.turn = it
  })
  return seen
}
const settled = () => new Promise((resolve) => setImmediate(resolve))
const isServed = ({ turn }: { turn?: Turn }) => typeof turn === 'function'

test('a person is served four requests at a time, the next ones wait in order, and one more is refused (P-446)', async () => {
  const turns = openTurns()
  const all = Array.from({ length: MAX_PER_PERSON + MAX_WAITING_PER_PERSON + 5 }, () =>
    watch(turns.take(of('x'))),
  )
  await settled()
  expect(all.filter(isServed)).toEqual(all.slice(0, MAX_PER_PERSON))
  expect(all.filter(({ turn }) => turn === 'full')).toHaveLength(5)
  ;(all[2]!.turn as () => void)()
  await settled()
  expect(all.filter(isServed)).toHaveLength(MAX_PER_PERSON + 1)
  expect(isServed(all[MAX_PER_PERSON]!)).toBe(true)
})

test('an employer with many people who load many pages does not make another employer wait', async () => {
  const turns = openTurns()
  const many = Array.from({ length: 200 }, (_, i) => watch(turns.take(of('x', String(i % 20)))))
  const other = watch(turns.take(of('y')))
  await settled()
  expect(many.filter(isServed).length).toBeLessThan(20)
  expect(isServed(other)).toBe(true)
})

test('those who wait are served employer by employer', async () => {
  const turns = openTurns()
  const held = await Promise.all(
    Array.from({ length: 4 }, (_, e) =>
      Array.from({ length: 8 }, (_, i) => turns.take(of(`held ${e}`, String(i)))),
    ).flat(),
  )
  const first = Array.from({ length: 6 }, () => watch(turns.take(of('x'))))
  const second = watch(turns.take(of('y')))
  await settled()
  expect([...first, second].some(isServed)).toBe(false)
  for (const turn of held.slice(0, 2)) (turn as () => void)()
  await settled()
  expect([first.filter(isServed).length, isServed(second)]).toEqual([1, true])
})

test('who has waited for too long, or has left, is not served', async () => {
  const turns = openTurns(0)
  const leaving = new AbortController()
  const held = Array.from({ length: MAX_PER_PERSON }, () => turns.take(of('x')))
  const late = await turns.take(of('x'))
  expect(late).toBe('late')
  const waiting = openTurns()
  for (let i = 0; i < MAX_PER_PERSON; i++) void waiting.take(of('x'))
  const left = waiting.take(of('x'), leaving.signal)
  leaving.abort()
  expect(await left).toBe('late')
  expect(held).toHaveLength(MAX_PER_PERSON)
})
