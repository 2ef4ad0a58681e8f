import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '../src/infra/free-port.ts'

test('the port can be listened on, and lies below the range of outgoing connections', async () => {
  const port = await freePort()
  expect(port).toBeGreaterThan(1_023)
  expect(port).toBeLessThan(32_768)
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
})
