import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, preferPort } from '../src/infra/free-port.ts'

test('the port can be listened on, and lies below the range of outgoing connections', async () => {
  const port = await freePort()
  expect(port).toBeGreaterThan(1_023)
  expect(port).toBeLessThan(32_768)
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
})

test('a preferred port is used when it is free, another one when it is taken or too high', async () => {
  const port = await freePort()
  expect(await preferPort(port)).toBe(port)
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  expect(await preferPort(port)).not.toBe(port)
  server.close()
  expect(await preferPort(65_536)).toBeLessThan(32_768)
})
