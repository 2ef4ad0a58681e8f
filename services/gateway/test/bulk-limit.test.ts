import { expect, test } from 'vitest'
import { startReplicas } from './support/replicas.ts'

const BULK = '/api/v1/applications/bulk'
const ids = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

test.each(['local', 'shared'])(
  '429: a bulk counts as one request and one more for each ten ids begun, or is refused as a whole, LIMITER=%s (D-70)',
  async (limiter) => {
    const single = await startReplicas(1, { LIMITER: limiter })
    const { apiKey } = await single.accounts.mint()
    const send = async (body: unknown) => {
      const { status, headers, body: sent } = await single.api(0, apiKey).send('POST', BULK, { body })
      return { status, left: Number(headers.get('x-ratelimit-remaining')), headers, sent }
    }
    // The clock stands still while requests are sent.
    expect(await send({ ids: ids(1) })).toMatchObject({ status: 200, left: 98 })
    expect(await send({ ids: ids(10) })).toMatchObject({ status: 200, left: 96 })
    expect(await send({ ids: ids(11) })).toMatchObject({ status: 200, left: 93 })
    // What is no list of up to 100 ids is refused by the service, and counts once.
    for (const [n, body] of [{}, { ids: 'x' }, { ids: ids(101) }, { ids: [] }, 7].entries())
      expect((await send(body)).left).toBe(92 - n)
    single.passTime(30_000)
    for (let n = 1; n <= 7; n++) expect((await send({ ids: ids(100) })).left).toBe(88 - n * 11)
    expect((await send({ ids: [] })).left).toBe(10)
    const before = single.upstream.requests.length
    const refused = await send({ ids: ids(100) })
    expect([refused.status, refused.left, refused.sent.code]).toEqual([429, 9, 'rate_limited'])
    expect(refused.sent.message).toMatch(
      /^This request counts as 11 applications requests, and 9 more are left/,
    )
    expect(single.upstream.requests.length).toBe(before)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBe(30)
    single.passTime(seconds * 1_000 - 1)
    expect((await send({ ids: ids(100) })).status).toBe(429)
    single.passTime(1)
    const { status, left, headers } = await send({ ids: ids(100) })
    expect([status, left, headers.get('ratelimit')]).toEqual([200, 9, expect.stringMatching(/r=9;/)])
    expect(headers.get('x-ratelimit-limit')).toBe('100')
    await single.stop()
  },
)
