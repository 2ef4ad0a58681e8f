// Connections without a key that send <bytesPerSecond> in all to <port> for <seconds>, and connect again when
// they are closed. A process of its own, so that it does not share a CPU or descriptors with the test.
import { connect, type Socket } from 'node:net'

const [port = 0, count = 0, bytesPerSecond = 0, seconds = 0] = process.argv.slice(2, 6).map(Number)
const kind = process.argv[6] as 'pipelined' | 'chunks' | 'silent'
const INTERVAL_MS = 20
const REQUEST = 'GET /api/v1/jobs HTTP/1.1\r\nHost: a\r\n\r\n'
const POST = 'POST /api/v1/jobs HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
const CHUNK = '1\r\na\r\n'
const share = Math.ceil((bytesPerSecond * INTERVAL_MS) / 1_000 / count)
const piece = {
  pipelined: REQUEST.repeat(Math.ceil(share / REQUEST.length)),
  chunks: CHUNK.repeat(Math.ceil(share / CHUNK.length)),
  silent: '',
}[kind]

const sockets = new Set<Socket>()
let opened = 0
let sent = 0
function open(): void {
  const socket = connect(port, '127.0.0.1')
  sockets.add(socket)
  opened++
  if (kind === 'chunks') socket.write(POST)
  socket.on('data', () => {})
  socket.on('error', () => {})
  socket.on('close', () => sockets.delete(socket))
}

const timer = setInterval(() => {
  for (let i = 0; sockets.size < count && i < count; i++) open()
  if (piece === '') return
  for (const socket of sockets) {
    // What the kernel does not take at once is not sent: the rate stays bounded.
    if (socket.writableLength > 0 || !socket.writable) continue
    sent += piece.length
    socket.write(piece)
  }
}, INTERVAL_MS)
setTimeout(() => {
  clearInterval(timer)
  for (const socket of sockets) socket.destroy()
  process.send?.({ opened, sent })
  if (process.connected) process.disconnect()
}, seconds * 1_000)
