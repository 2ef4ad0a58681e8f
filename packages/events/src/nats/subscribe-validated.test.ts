import type { NatsConnection } from '@nats-io/transport-node'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { subscribeValidated } from './subscribe-validated.ts'

test('messages that are no JSON, do not match the schema or carry an error are dropped', () => {
  type Callback = (error: Error | null, message: { string(): string }) => void
  const callbacks: Callback[] = []
  const connection = {
    subscribe: (_: string, options: { callback: Callback }) => callbacks.push(options.callback),
  }
  const received: unknown[] = []
  const schema = z.tuple([z.enum(['a', 'b']), z.number()])
  subscribeValidated(connection as unknown as NatsConnection, 'subject', schema, (message) =>
    received.push(message),
  )
  const deliver = (text: string, error: Error | null = null) => callbacks[0]!(error, { string: () => text })
  for (const text of ['', '{', 'null', '[]', '["c",1]', '["a","1"]']) deliver(text)
  deliver('["a",1]', new Error('no responders'))
  deliver('["b",2]')
  expect(received).toEqual([['b', 2]])
})
