// Opens connections, sends one request on each, and leaves them open and idle. `node idle-clients.ts <port> <count>`
import { once } from 'node:events'
import { connect } from 'node:net'

const CONCURRENT_CONNECTS = 100
const MAX_LIFETIME_MS = 60_000

const [port, count] = process.argv.slice(2).map(Number)
// Also ends when its parent was killed.
setTimeout(() => process.exit(), MAX_LIFETIME_MS)

async function open(): Promise<void> {
  const socket = connect(port!, '127.0.0.1')
  socket.write('GET /healthz/live HTTP/1.1\r\nHost: bench\r\n\r\n')
  await once(socket, 'data')
}

for (let opened = 0; opened < count!; opened += CONCURRENT_CONNECTS) {
  await Promise.all(Array.from({ length: Math.min(CONCURRENT_CONNECTS, count! - opened) }, open))
}
process.stdout.write('open\n')
