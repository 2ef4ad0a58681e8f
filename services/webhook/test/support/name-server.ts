import { createSocket } from 'node:dgram'

/** A DNS server on loopback that resolves every name to the same addresses, through a CNAME if one is set. */
export interface NameServer {
  /** `host:port` of the server. */
  address: string
  /** Sets the IPv4 addresses of all names; there are no others. */
  resolveTo(...ipv4: string[]): void
  /** Sets the IPv6 addresses of all names, as 16 bytes in hex. */
  alsoResolveTo(...ipv6Hex: string[]): void
  /** Every name is an alias of this one, whose addresses they are. */
  aliasTo(name: string | undefined): void
  stop(): Promise<void>
}

/** Starts a name server. It responds to A and AAAA queries; the response to any other query has no records. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4')
  let ipv4Addresses: string[] = []
  let ipv6Addresses: string[] = []
  let alias: string | undefined
  const server: NameServer = {
    address: '',
    resolveTo(...ipv4) {
      ipv4Addresses = ipv4
      ipv6Addresses = []
      alias = undefined
    },
    alsoResolveTo(...ipv6Hex) {
      ipv6Addresses = ipv6Hex
    },
    aliasTo(name) {
      alias = name
    },
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
  socket.on('message', (query, peer) => {
    const nameEnd = query.indexOf(0, 12) + 1
    const querySection = query.subarray(12, nameEnd + 4)
    const type = query.readUInt16BE(nameEnd)
    const addresses =
      type === A
        ? ipv4Addresses.map((ip) => Buffer.from(ip.split('.').map(Number)))
        : type === AAAA
          ? ipv6Addresses.map((hex) => Buffer.from(hex, 'hex'))
          : []
    const target = alias && Buffer.concat([...alias.split('.').map(label), Buffer.of(0)])
    const records = addresses.map((address) => record(target || Buffer.of(0xc0, 12), type, address))
    if (target && records.length > 0) records.unshift(record(Buffer.of(0xc0, 12), CNAME, target))
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

const [A, CNAME, AAAA] = [1, 5, 28]

function label(text: string): Buffer {
  return Buffer.concat([Buffer.of(text.length), Buffer.from(text)])
}

/** A resource record of class IN that may not be cached. */
function record(name: Buffer, type: number, data: Buffer): Buffer {
  return Buffer.concat([name, Buffer.of(0, type, 0, 1, 0, 0, 0, 0, 0, data.length), data])
}
