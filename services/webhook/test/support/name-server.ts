import { createSocket } from 'node:dgram'

/** A name server on loopback: every name has the addresses that the test says. */
export interface NameServer {
  address: string
  questions: number
  say(...ipv4: string[]): void
  stop(): Promise<void>
}

/** Answers A questions with IPv4 addresses; everything else is empty. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4')
  let addresses: string[] = []
  const server: NameServer = {
    address: '',
    questions: 0,
    say(...ipv4) {
      addresses = ipv4
    },
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
  socket.on('message', (query, peer) => {
    server.questions++
    const nameEnd = query.indexOf(0, 12) + 1
    const question = query.subarray(12, nameEnd + 4)
    const answers = query.readUInt16BE(nameEnd) === 1 ? addresses : []
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(answers.length, 6)
    header.writeUInt16BE(0, 8)
    header.writeUInt16BE(0, 10)
    const records = answers.map((ip) => {
      const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...ip.split('.').map(Number)])
      return record
    })
    socket.send(Buffer.concat([header, question, ...records]), peer.port, peer.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  server.address = `127.0.0.1:${socket.address().port}`
  return server
}
