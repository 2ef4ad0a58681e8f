import { expect, test } from 'vitest'
import { createClient } from '../src/client.ts'

test('follow with types and since continues from the place up to which the feed was read, not from the last event', async () => {
  const queries: string[] = []
  const event = (id: string) => ({ id, type: 'application.erased', data: {} })
  const pages = [
    { items: [event('a')], nextAfter: 'a', hasMore: true },
    { items: [], nextAfter: 'other', hasMore: false },
    { items: [event('b')], nextAfter: 'b', hasMore: false },
  ]
  const client = createClient({
    apiKey: 'pk_live_test',
    baseUrl: 'http://api.test/',
    fetch: async (url) => {
      queries.push(new URL(url).searchParams.toString())
      return Response.json(pages[queries.length - 1])
    },
  })
  const since = '2030-01-01T00:00:00Z'
  const ids: string[] = []
  for await (const { id } of client.events.follow({
    since,
    types: ['application.erased', 'job.expired'],
    pollIntervalMs: 1,
  })) {
    ids.push(id)
    if (ids.length === 2) break
  }
  expect(ids).toEqual(['a', 'b'])
  const types = 'types=application.erased%2Cjob.expired'
  expect(queries.map((query) => query.split('&').toSorted())).toEqual([
    ['limit=100', 'since=2030-01-01T00%3A00%3A00Z', types],
    ['after=a', 'limit=100', types],
    ['after=other', 'limit=100', types],
  ])
})

test('follow waits as long as Retry-After says, also when that is longer than the deadline of a call', async () => {
  const reason = new Error('The program ends.')
  const stop = new AbortController()
  let requests = 0
  const client = createClient({
    apiKey: 'pk_live_test',
    baseUrl: 'http://api.test/',
    fetch: async () => {
      requests++
      // Long after this a follower that waited for less would have asked again.
      setTimeout(() => stop.abort(reason), 100)
      return new Response(null, { status: 429, headers: { 'retry-after': '3600' } })
    },
  })
  const follow = client.events.follow({ pollIntervalMs: 1, signal: stop.signal })
  await expect(follow.next()).rejects.toBe(reason)
  expect(requests).toBe(1)
})
