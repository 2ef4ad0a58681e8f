import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { etagOf, isCached, setHeaders } from './static-file.ts'

/** Serves Scalar's browser bundle at this path: 4.9 MB of JavaScript, in memory and on the wire as 1.4 MB of gzip. */
export function serveScalarBundle(app: FastifyInstance, path: string): void {
  app.get(path, async (request, reply) => {
    const { compressed, etag } = await scalarBundle()
    setHeaders(reply, { etag, mediaType: 'text/javascript' })
    if (isCached(request, etag)) return reply.code(304).send()
    // Whatever `Accept-Encoding` says: every browser accepts gzip, and nothing else reads this file.
    return reply.header('content-encoding', 'gzip').send(compressed)
  })
}

const MAX_BYTES = 8_000_000

interface ScalarBundle {
  compressed: Buffer
  etag: string
}

let bundle: Promise<ScalarBundle> | undefined

// Read at the first request, once for all ports of this process. A failure is not stored.
function scalarBundle(): Promise<ScalarBundle> {
  bundle ??= readBundle().catch((error) => {
    bundle = undefined
    throw error
  })
  return bundle
}

// In a process of its own, because imported modules stay in memory. It gets no environment, which has secrets.
async function readBundle(): Promise<ScalarBundle> {
  const program = fileURLToPath(new URL('./print-scalar-bundle.ts', import.meta.url))
  const options = { encoding: 'buffer', maxBuffer: MAX_BYTES, env: {} } as const
  const { stdout } = await promisify(execFile)(process.execPath, [program], options)
  return { compressed: stdout, etag: etagOf(stdout) }
}
