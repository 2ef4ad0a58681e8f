import { createSocket } from 'node:dgram'

/** A DNS server on loopback that resolves every name to the same addresses. */
export interface NameServer {
  /** `host:port` of the server. */
  address: string
  /** Sets the IPv4 addresses of all names. */
  resolveTo(...ipv4: string[]): void
  stop(): Promise<void>
}

/** Starts a name server. It responds to A queries; the response to any other query has no records. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4')
  let addresses: string[] = []
  const server: NameServer = {
    address: '',
    resolveTo(...ipv4) {
      addresses = ipv4
    },
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
  socket.on('message', (query, peer) => {
    const nameEnd = query.indexOf(0, 12) + 1
    const querySection = query.subarray(12, nameEnd + 4)
    const isA = query.readUInt16BE(nameEnd) === 1
    const records = (isA ? addresses : []).map((ip) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...ip.split('.').map(Number)]),
    )
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(records.length, 6)
    header.writeUInt16BE(0, 8)
    header.writeUInt16BE(0, 10)
    socket.send(Buffer.concat([header, querySection, ...records]), peer.port, peer.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  server.address = `127.0.0.1:${socket.address().port}`
  return server
}
