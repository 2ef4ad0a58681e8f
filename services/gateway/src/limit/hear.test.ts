import type { Bus } from '@jobboard/events/nats/bus'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { hear } from './hear.ts'
import { knownWindow } from './sliding-log.ts'

test('what is not of the shape is passed over and ends nothing', () => {
  type Say = (error: Error | null, message: { string(): string }) => void
  const listeners: Say[] = []
  const outside = { subscribe: (_: string, { callback }: { callback: Say }) => listeners.push(callback) }
  const say: Say = (...said) => listeners[0]?.(...said)
  const heard: unknown[] = []
  hear(outside as unknown as Bus['nc'], 'x', z.tuple([knownWindow, z.number()]), (told) => heard.push(told))
  for (const text of ['', '{', 'null', '[]', '["recruiter:1/nothing",1]', '["recruiter:1/jobs","1"]']) {
    say(null, { string: () => text })
  }
  say(new Error('no responders'), { string: () => '["recruiter:1/jobs",1]' })
  say(null, { string: () => '["recruiter:1/jobs",1]' })
  expect(heard).toEqual([['recruiter:1/jobs', 1]])
})
