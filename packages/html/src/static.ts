import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}
const encodings = ['br', 'gzip'] as const

interface Asset {
  mediaType: string
  hash: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

const { resolve } = createRequire(import.meta.url)
const assets = new Map<string, Asset>()

/** Adds the files of a folder; `sheet` is one of those in its folder `styles`, in this order. */
export function addAssets(folder: string, sheet: string, styles: readonly string[]): void {
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile())
  for (const { name } of files) assets.set(name, toAsset(name, readFileSync(join(folder, name))))
  const parts = styles.map((name) => readFileSync(join(folder, 'styles', `${name}.css`)))
  assets.set(sheet, toAsset(sheet, Buffer.concat(parts)))
  // Scripts have one hash: a module that imports `./portal.js` gets the one that the page has loaded, which runs once.
  const scripts = [...assets].filter(([name]) => name.endsWith('.js')).map(([, asset]) => asset)
  const hash = hashOf(Buffer.concat(scripts.map(({ plain }) => plain)))
  for (const script of scripts) script.hash = hash
}

addAssets(join(import.meta.dirname, '../assets'), 'html.css', ['base', 'parts'])
for (const [name, file] of [
  ['bootstrap.min.css', 'bootstrap/dist/css/bootstrap.min.css'],
  ['bootstrap-licence.txt', 'bootstrap/LICENSE'],
] as const) {
  assets.set(name, toAsset(name, readFileSync(resolve(file))))
}

/** The path of a file that was added, of Bootstrap's style sheet or of a licence; it changes with the content. Throws for
 *  another name. */
export function assetUrl(name: string): string {
  const asset = assets.get(name)
  if (!asset) throw new Error(`There is no asset ${name}.`)
  return `/static/${asset.hash}/${name}`
}

/** Serves the assets at their paths, for a year in caches. A page of another release gets the file of this one. */
export function addStatic(app: FastifyInstance): void {
  app.get<{ Params: { hash: string; name: string } }>('/static/:hash/:name', (request, reply) => {
    const asset = assets.get(request.params.name)
    if (!asset) return reply.code(404).type(mediaTypes['.txt']!).send('There is no such file.')
    const isCurrent = request.params.hash === asset.hash
    const encoding = encodingFor(request.headers['accept-encoding'])
    const etag = `"${asset.hash}${encoding ? `-${encoding}` : ''}"`
    reply.headers({
      'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-type': asset.mediaType,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      etag,
      ...(encoding && { 'content-encoding': encoding }),
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.send(asset[encoding ?? 'plain'])
  })
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}

function toAsset(name: string, plain: Buffer): Asset {
  return {
    mediaType: mediaTypes[extname(name)] ?? 'application/octet-stream',
    hash: hashOf(plain),
    plain,
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzip: gzipSync(plain, { level: 9 }),
  }
}

/** The best of our encodings that the header accepts. */
function encodingFor(header: string | string[] = ''): 'br' | 'gzip' | undefined {
  return encodings.find((encoding) => accepts(header, encoding))
}

/** Whether a header `Accept-Encoding` names the encoding. */
export function accepts(header: string | string[] = '', encoding: string): boolean {
  const accepted = String(header)
    .split(',')
    .map((part) => part.split(';').map((text) => text.trim()))
    .filter(([, quality]) => !quality || Number(quality.replace('q=', '')) > 0)
    .map(([name]) => name)
  return accepted.includes(encoding)
}
