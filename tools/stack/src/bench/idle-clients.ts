// Opens connections, asks once on each, and keeps them open and silent. `node idle-clients.ts <port> <count>`
import { once } from 'node:events'
import { connect } from 'node:net'

const AT_ONCE = 100
const LONGEST_MS = 60_000

const [port, count] = process.argv.slice(2).map(Number)
// Whatever becomes of the parent.
setTimeout(() => process.exit(), LONGEST_MS)

async function open(): Promise<void> {
  const socket = connect(port!, '127.0.0.1')
  socket.write('GET /healthz/live HTTP/1.1\r\nHost: bench\r\n\r\n')
  await once(socket, 'data')
}

for (let opened = 0; opened < count!; opened += AT_ONCE) {
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count! - opened) }, open))
}
process.stdout.write('open\n')
