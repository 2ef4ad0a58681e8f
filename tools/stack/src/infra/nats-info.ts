import { connect } from 'node:net'

export type NatsInfo = { version: string; server_name: string; jetstream?: boolean }

/** The greeting of the NATS server at this address; nothing when none answers (yet). Never throws. */
export function natsInfo(host: string, port: number): Promise<NatsInfo | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 3_000 })
    let greeting = ''
    const end = (info?: NatsInfo) => {
      resolve(info)
      socket.destroy()
    }
    socket.on('data', (chunk) => {
      greeting += chunk.toString()
      if (greeting.includes('\r\n') || greeting.length > 65_536) end(parse(greeting))
    })
    socket.on('error', () => end())
    socket.on('timeout', () => end())
    socket.on('close', () => end())
  })
}

function parse(greeting: string): NatsInfo | undefined {
  try {
    return JSON.parse(/^INFO (.*)\r\n/.exec(greeting)?.[1] ?? '')
  } catch {
    return undefined
  }
}
