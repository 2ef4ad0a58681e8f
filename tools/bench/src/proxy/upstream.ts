// Answers each request without a body with 1 KB of JSON, at once: the upstream must cost less than what is measured.
// `node upstream.ts <port>`
import { createServer } from 'node:net'

const END = Buffer.from('\r\n\r\n')
const body = JSON.stringify({ id: 1, padding: 'x'.repeat(1_003) })
const response = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

createServer((socket) => {
  socket.setNoDelay(true)
  socket.on('error', () => {})
  let rest = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let from = 0
    for (let end = bytes.indexOf(END); end >= 0; end = bytes.indexOf(END, from)) {
      from = end + END.length
      socket.write(response)
    }
    rest = Buffer.from(bytes.subarray(from))
  })
}).listen(Number(process.argv[2]), '127.0.0.1')
