import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { openConnections, post } from '../src/sending/peers.ts'
import { type Address, BlockedTarget } from '../src/targets/peers.ts'

/** A server on this address that counts its connections. */
async function startServer(
  address: string,
  port: number,
): Promise<{ server: Server; port: number; connections(): number }> {
  let connections = 0
  const server = createServer((_request, response) => response.end('ok'))
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(port, address, resolve))
  return { server, port: (server.address() as AddressInfo).port, connections: () => connections }
}

test('a connection that is kept alive stays with the address that was checked; a new one is checked again (D-55)', async () => {
  const checked = await startServer('127.0.0.1', 0)
  const other = await startServer('127.0.0.2', checked.port)
  let addresses: Address[] | undefined = [{ address: '127.0.0.1', family: 4 }]
  let lookups = 0
  const connections = openConnections(async () => {
    lookups++
    if (!addresses) throw new BlockedTarget('not a public address')
    return addresses
  })
  const url = new URL(`http://receiver.example:${checked.port}/`)
  const send = () => post(connections, url, {}, Buffer.from('{}'), AbortSignal.timeout(5_000))

  expect((await send()).statusCode).toBe(200)
  await eventually('the pool has the connection back', async () =>
    Object.values(connections.kept['http:'].freeSockets).some((sockets) => sockets?.length === 1),
  )
  addresses = [{ address: '127.0.0.2', family: 4 }]
  expect((await send()).statusCode).toBe(200)
  expect([checked.connections(), other.connections(), lookups]).toEqual([1, 0, 1])

  addresses = undefined
  checked.server.closeAllConnections()
  expect(await send()).toMatchObject({ statusCode: null, error: 'blocked_target' })
  expect([checked.connections(), other.connections(), lookups]).toEqual([1, 0, 2])
  connections.destroy()
  for (const { server } of [checked, other]) server.close()
})
