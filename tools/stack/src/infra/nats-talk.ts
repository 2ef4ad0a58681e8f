import { once } from 'node:events'
import { connect } from 'node:net'

/** For tests: one request to a NATS server in its own wire protocol, and the text of the reply.
 *  Throws the server's refusal. */
export async function natsRequest(url: string, subject: string, body = ''): Promise<string> {
  const { hostname, port, username: user, password: pass } = new URL(url)
  const socket = connect(Number(port), hostname)
  const options = JSON.stringify({ user, pass, verbose: false, pedantic: false, lang: 'test', version: '1' })
  socket.write(
    `CONNECT ${options}\r\nSUB reply 1\r\nPUB ${subject} reply ${Buffer.byteLength(body)}\r\n${body}\r\n`,
  )
  let heard = ''
  try {
    for (;;) {
      const [chunk] = await once(socket, 'data')
      heard += chunk
      const refusal = /-ERR '(.*)'/.exec(heard)
      if (refusal) throw new Error(refusal[1])
      const [, size, rest = ''] = /MSG reply 1 +(\d+)\r\n([\s\S]*)/.exec(heard) ?? []
      if (size !== undefined && Buffer.byteLength(rest) >= Number(size) + 2) return rest.trimEnd()
    }
  } finally {
    socket.destroy()
  }
}
