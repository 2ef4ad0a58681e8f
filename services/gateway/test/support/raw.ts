import { connect, type Socket } from 'node:net'

/** One answer as it came over the wire. */
export interface RawAnswer {
  status: number
  head: string
  body: string
}

/** Sends these bytes on a connection of their own and reads until the other side closes it. */
export function exchangeRaw(port: number, ...parts: string[]): Promise<RawAnswer> {
  return answerOn(connect(port, '127.0.0.1'), parts)
}

/** Sends this and then one piece after the other, slowly, until the other side closes the connection. */
export async function trickle(port: number, start: string, piece: string): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1')
  const answer = answerOn(socket, [start])
  const pieces = setInterval(() => socket.writable && socket.write(piece), 20)
  return answer.finally(() => clearInterval(pieces))
}

function answerOn(socket: Socket, parts: string[]): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    for (const part of parts) socket.write(part, 'latin1')
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString('latin1'))))
  })
}

/** All answers of one connection, in their order; each has a Content-Length. */
export function answersIn({ head, body }: RawAnswer): RawAnswer[] {
  if (head === '') return []
  const length = Number(/^content-length: (\d+)\r$/im.exec(head)?.[1])
  return [{ ...parse(`${head}\r\n`), body: body.slice(0, length) }, ...answersIn(parse(body.slice(length)))]
}

/** A request text: the first line, Host, Connection: close unless given, and these header lines. */
export function requestText(line: string, headers: string[] = [], body = ''): string {
  const own = headers.some((header) => /^connection:/i.test(header)) ? [] : ['Connection: close']
  return `${[`${line} HTTP/1.1`, 'Host: jobs.example', ...own, ...headers].join('\r\n')}\r\n\r\n${body}`
}

/** Without what differs between any two answers: the date and the request id. */
export function steady({ head, body }: RawAnswer): string {
  return `${head.replace(/^(date|x-request-id):.*\r\n/gim, '')}|${body}`
}

function parse(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const head = end < 0 ? text : text.slice(0, end + 2)
  return { status: Number(head.split(' ')[1] ?? 0), head, body: end < 0 ? '' : text.slice(end + 4) }
}
