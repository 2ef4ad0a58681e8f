import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
}

// What is not a page runs nothing, if a browser opens it as one.
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'"

/** A response body that is the same for everybody. */
export interface StaticFile {
  /** Of the text, in UTF-8. */
  mediaType: string
  /** The content, or what makes it at the first request. */
  content: string | Buffer | (() => string | Promise<string>)
  /** The content is made again when this changes. */
  version?: () => unknown
  /** Content-Security-Policy of a page. */
  policy?: string
}

/** Serves the file at this path, with an ETag. */
export function serveFile(app: FastifyInstance, path: string, file: StaticFile): void {
  const { mediaType, policy, content, version } = file
  const current = keep(async () => {
    const bytes = Buffer.from(typeof content === 'function' ? await content() : content)
    return { bytes, etag: etagOf(bytes) }
  }, version)
  app.get(path, async (request, reply) => {
    const { bytes, etag } = await current()
    setHeaders(reply, { etag, mediaType, policy })
    return isCached(request, etag) ? reply.code(304).send() : reply.send(bytes)
  })
}

/** Sets the headers that every response of this package has. */
export function setHeaders(
  reply: FastifyReply,
  { etag, mediaType, policy = NO_PAGE }: { etag: string; mediaType: string; policy?: string | undefined },
): void {
  reply.headers({ ...securityHeaders, 'content-security-policy': policy, etag })
  reply.type(`${mediaType}; charset=utf-8`)
}

/** True when the client has this version: 304. */
export function isCached(request: FastifyRequest, etag: string): boolean {
  return request.headers['if-none-match'] === etag
}

/** The version of a content. */
export function etagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** Makes a value at the first call and keeps it until its version changes. A failure is not kept. */
export function keep<T>(make: () => T | Promise<T>, version: () => unknown = () => 0): () => Promise<T> {
  let kept: { version: unknown; value: Promise<T> } | undefined
  return () => {
    const wanted = version()
    if (kept && kept.version === wanted) return kept.value
    const made = { version: wanted, value: Promise.resolve().then(make) }
    kept = made
    made.value.catch(() => {
      if (kept === made) kept = undefined
    })
    return made.value
  }
}

const MAX_BYTES = 8_000_000

/** Runs a file of this package in a process of its own and returns its output: what it imports does not stay in the
 * memory of this process, and its work does not hold the event loop. It gets no environment, which has secrets. */
export async function runProgram(file: string, input = ''): Promise<Buffer> {
  const program = fileURLToPath(new URL(file, import.meta.url))
  const options = { encoding: 'buffer', maxBuffer: MAX_BYTES, env: {} } as const
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const child = execFile(process.execPath, [program], options, (error, stdout) =>
    error ? reject(error) : resolve(stdout),
  )
  // It ends without reading when it cannot start: the error of its end says why.
  child.stdin!.on('error', () => {})
  child.stdin!.end(input)
  return promise
}
