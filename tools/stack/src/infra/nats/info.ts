import { connect } from 'node:net'

export type NatsInfo = { version: string; server_name: string; jetstream?: boolean }

/** The INFO message of the NATS server at this address; undefined when none responds (yet). Never throws. */
export function natsInfo(host: string, port: number): Promise<NatsInfo | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 3_000 })
    let received = ''
    const end = (info?: NatsInfo) => {
      resolve(info)
      socket.destroy()
    }
    socket.on('data', (chunk) => {
      received += chunk.toString()
      if (received.includes('\r\n') || received.length > 65_536) end(parseInfo(received))
    })
    socket.on('error', () => end())
    socket.on('timeout', () => end())
    socket.on('close', () => end())
  })
}

function parseInfo(text: string): NatsInfo | undefined {
  try {
    return JSON.parse(/^INFO (.*)\r\n/.exec(text)?.[1] ?? '')
  } catch {
    return undefined
  }
}
