import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends one request in the wire protocol of NATS and returns the text of the reply. Throws the server's error. */
export async function natsRequest(url: string, subject: string, body = ''): Promise<string> {
  const { hostname, port, username: user, password: pass } = new URL(url)
  const socket = connect(Number(port), hostname)
  const options = JSON.stringify({ user, pass, verbose: false, pedantic: false, lang: 'test', version: '1' })
  socket.write(
    `CONNECT ${options}\r\nSUB reply 1\r\nPUB ${subject} reply ${Buffer.byteLength(body)}\r\n${body}\r\n`,
  )
  let received = ''
  try {
    for (;;) {
      const [chunk] = await once(socket, 'data')
      received += chunk
      const error = /-ERR '(.*)'/.exec(received)
      if (error) throw new Error(error[1])
      const [, size, rest = ''] = /MSG reply 1 +(\d+)\r\n([\s\S]*)/.exec(received) ?? []
      if (size !== undefined && Buffer.byteLength(rest) >= Number(size) + 2) return rest.trimEnd()
    }
  } finally {
    socket.destroy()
  }
}
