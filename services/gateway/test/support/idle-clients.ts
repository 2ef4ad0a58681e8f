// Opens <count> connections to <port>, keeps them idle, and uses each once more on a message from the parent
// process. In a process of its own, so that the two ends of each connection do not share one limit of open
// files.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const PARALLEL = 200
const REQUEST = 'GET /healthz/live HTTP/1.1\r\nHost: a\r\n\r\n'
const [port = 0, count = 0] = process.argv.slice(2).map(Number)
const sockets: Socket[] = []
let closed = 0

async function openConnection(): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.once('close', () => closed++)
  socket.write(REQUEST)
  const [response] = await once(socket, 'data')
  if (!String(response).startsWith('HTTP/1.1 200')) throw new Error(String(response))
}

async function openConnections(): Promise<void> {
  while (sockets.length < count) await openConnection()
}
await Promise.all(Array.from({ length: PARALLEL }, openConnections))
process.send?.({ opened: sockets.length - closed })

process.once('message', async () => {
  let served = 0
  const waiting = sockets.values()
  const useThem = async () => {
    for (const socket of waiting) {
      socket.write(REQUEST)
      const [response] = await once(socket, 'data')
      if (String(response).startsWith('HTTP/1.1 200')) served++
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, useThem))
  for (const socket of sockets) socket.resetAndDestroy()
  process.send?.({ served })
  process.disconnect()
})
