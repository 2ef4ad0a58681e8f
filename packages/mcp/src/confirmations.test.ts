import type { ServerContext } from '@modelcontextprotocol/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Confirmations } from './confirm-spending.ts'

const search = { name: 'search_candidates', args: { query: 'a', pageSize: 20, pageNumber: 1 } }
const context = {} as ServerContext
const confirmations = new Confirmations('pk_live_a')
afterEach(() => {
  vi.useRealTimers()
})

test('a token confirms its cost for the same operation, whatever the order of the arguments', async () => {
  const token = await confirmations.issue(search, 1, context)
  expect(await confirmations.read(search, token, context)).toMatchObject({ cost: 1 })
  const reordered = { name: search.name, args: { pageNumber: 1, query: 'a', other: undefined, pageSize: 20 } }
  expect(await confirmations.read(reordered, token, context)).toMatchObject({ cost: 1 })
})

test('a token of another operation, key, process or cost, and text that is no token, confirm nothing', async () => {
  const token = await confirmations.issue(search, 0, context)
  const read = (operation: typeof search, text = token, of = confirmations) =>
    of.read(operation, text, context)
  expect(await read({ ...search, name: 'unlock_candidate' })).toBeUndefined()
  expect(await read({ ...search, args: { ...search.args, query: 'b' } })).toBeUndefined()
  expect(await read(search, token, new Confirmations('pk_live_b'))).toBeUndefined()
  expect(await read(search, token, new Confirmations('pk_live_a', new Uint8Array(32)))).toBeUndefined()
  const [version, claims, mac] = token.split('.')
  const dearer = Buffer.from(claims!, 'base64url').toString().replace('"cost":0', '"cost":1')
  expect(dearer).toContain('"cost":1')
  const forged = [version, Buffer.from(dearer).toString('base64url'), mac].join('.')
  for (const text of ['', '.', '....', 'true', forged, token.slice(0, -1), `${token}x`]) {
    expect(await read(search, text), text).toBeUndefined()
  }
})

test('a token is valid for 10 minutes', async () => {
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] })
  const token = await confirmations.issue(search, 1, context)
  vi.setSystemTime(600_999)
  expect(await confirmations.read(search, token, context)).toMatchObject({ cost: 1 })
  vi.setSystemTime(602_000)
  expect(await confirmations.read(search, token, context)).toBeUndefined()
})
