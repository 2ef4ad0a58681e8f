import { connect, type Socket } from 'node:net'

/** A response as it came over the wire. */
export interface RawResponse {
  status: number
  head: string
  body: string
}

/** Sends these bytes on a new connection and reads until the server closes it. */
export function sendRaw(port: number, ...parts: string[]): Promise<RawResponse> {
  return readAll(connect(port, '127.0.0.1'), parts)
}

/** Sends `start`, then `piece` every 20 ms, until the server closes the connection. */
export async function sendSlowly(port: number, start: string, piece: string): Promise<RawResponse> {
  const socket = connect(port, '127.0.0.1')
  const response = readAll(socket, [start])
  const timer = setInterval(() => socket.writable && socket.write(piece), 20)
  return response.finally(() => clearInterval(timer))
}

function readAll(socket: Socket, parts: string[]): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    for (const part of parts) socket.write(part, 'latin1')
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString('latin1'))))
  })
}

/** All responses of one connection, in order; each has a Content-Length. */
export function responsesIn({ head, body }: RawResponse): RawResponse[] {
  if (head === '') return []
  const length = Number(/^content-length: (\d+)\r$/im.exec(head)?.[1])
  return [{ ...parse(`${head}\r\n`), body: body.slice(0, length) }, ...responsesIn(parse(body.slice(length)))]
}

/** A request text: the request line, Host, these headers, and Connection: close unless they say otherwise. */
export function requestText(line: string, headers: string[] = [], body = ''): string {
  const own = headers.some((header) => /^connection:/i.test(header)) ? [] : ['Connection: close']
  return `${[`${line} HTTP/1.1`, 'Host: jobs.example', ...own, ...headers].join('\r\n')}\r\n\r\n${body}`
}

/** Head and body without what differs between any two responses: the date and the request id. */
export function withoutVaryingHeaders({ head, body }: RawResponse): string {
  return `${head.replace(/^(date|x-request-id):.*\r\n/gim, '')}|${body}`
}

function parse(text: string): RawResponse {
  const end = text.indexOf('\r\n\r\n')
  const head = end < 0 ? text : text.slice(0, end + 2)
  return { status: Number(head.split(' ')[1] ?? 0), head, body: end < 0 ? '' : text.slice(end + 4) }
}
