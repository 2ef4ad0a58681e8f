import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

// A process of its own, so that both ends of every connection need not share one limit of open files.
const PARALLEL = 200
const REQUEST = 'GET /healthz/live HTTP/1.1\r\nHost: a\r\n\r\n'
const [port = 0, count = 0] = process.argv.slice(2).map(Number)
const sockets: Socket[] = []
let closed = 0

async function openOne(): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.once('close', () => closed++)
  socket.write(REQUEST)
  const [answer] = await once(socket, 'data')
  if (!String(answer).startsWith('HTTP/1.1 200')) throw new Error(String(answer))
}

async function open(): Promise<void> {
  while (sockets.length < count) await openOne()
}
await Promise.all(Array.from({ length: PARALLEL }, open))
process.send?.({ opened: sockets.length - closed })

// Told to, it asks once more on each connection, then cuts them all.
process.once('message', async () => {
  let served = 0
  for (const socket of sockets) {
    socket.write(REQUEST)
    const [answer] = await once(socket, 'data')
    if (String(answer).startsWith('HTTP/1.1 200')) served++
  }
  for (const socket of sockets) socket.resetAndDestroy()
  process.send?.({ served })
  process.disconnect()
})
