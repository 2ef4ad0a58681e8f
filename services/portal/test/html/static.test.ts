import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { iconNames } from '@jobboard/html/icon'
import { addStatic, assetUrl } from '@jobboard/html/static'
import fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'

/** Bytes of the style sheet and the scripts that every page loads, compressed, beside Bootstrap. */
const BUDGET = 10_000

// The layout adds the files of the portal.
await import('../../src/http/layout.ts')

const app = fastify()
addStatic(app)
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('assets', () => {
  test('an asset is cached for good under the hash of its content, and only for this site', async () => {
    const { statusCode, headers, body } = await get(assetUrl('html.css'))
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'accept-encoding',
    })
    expect(body).toContain('.card')
  })

  test('it is sent as the browser accepts it', async () => {
    const url = assetUrl('bootstrap.min.css')
    const plain = (await get(url, { 'accept-encoding': 'br;q=0, *;q=0' })).body
    const zipped = await get(url, { 'accept-encoding': 'gzip, deflate' })
    const br = await get(url, { 'accept-encoding': 'gzip, deflate, br' })
    expect([zipped.headers['content-encoding'], br.headers['content-encoding']]).toEqual(['gzip', 'br'])
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain)
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain)
    expect(new Set([zipped.headers.etag, br.headers.etag]).size).toBe(2)
  })

  test('304: the browser has it', async () => {
    const { headers } = await get(assetUrl('portal.js'))
    const { statusCode, body } = await get(assetUrl('portal.js'), { 'if-none-match': headers.etag as string })
    expect([statusCode, body]).toEqual([304, ''])
  })

  test('a page of another release gets the file of this one, and does not keep it', async () => {
    const { statusCode, headers } = await get('/static/0000000000000000/portal.js')
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
  })

  test('404: nothing else of the disk', async () => {
    for (const name of [
      'static.ts',
      '..%2Fhtml%2Fstatic.ts',
      '%2e%2e',
      'styles',
      '__proto__',
      'constructor',
    ]) {
      expect((await get(`/static/0000000000000000/${name}`)).statusCode).toBe(404)
    }
    expect(() => assetUrl('x.js')).toThrow('no asset')
  })

  test('the licences are served', async () => {
    expect((await get(assetUrl('bootstrap-licence.txt'))).body).toContain('MIT')
    expect((await get(assetUrl('lucide-licence.txt'))).body).toContain('ISC')
  })

  test('scripts share one hash, so that a module which imports portal.js gets the one that the page has loaded', async () => {
    const folder = new URL(assetUrl('portal.js'), 'http://portal.invalid')
    for (const name of ['board.js']) {
      expect((await get(assetUrl(name))).body).toContain("from './portal.js'")
      expect(new URL('./portal.js', new URL(assetUrl(name), folder)).pathname).toBe(assetUrl('portal.js'))
    }
  })

  test('every icon has a symbol', async () => {
    const { body } = await get(assetUrl('icons.svg'))
    expect([...body.matchAll(/<symbol id="(\w+)"/g)].map(([, name]) => name).sort()).toEqual(
      [...iconNames].sort(),
    )
  })

  test(`what every page loads beside Bootstrap is at most ${BUDGET} bytes`, async () => {
    const sizes = ['html.css', 'portal.css', 'portal.js', 'theme.js'].map(async (name) => {
      return (await get(assetUrl(name), { 'accept-encoding': 'br' })).rawPayload.length
    })
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(total).toBeGreaterThan(2_000)
    expect(total).toBeLessThanOrEqual(BUDGET)
  })
})
