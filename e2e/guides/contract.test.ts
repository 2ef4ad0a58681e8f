import { endpoints } from '@jobboard/contracts/endpoints'
import { errorStatus } from '@jobboard/contracts/error'
import { requestsPerMinute, WEBHOOK_RETRY_DELAYS_SECONDS } from '@jobboard/contracts/limits'
import { InvalidQuery } from '@jobboard/search-query/limits'
import { parse } from '@jobboard/search-query/parse'
import { expect, test } from 'vitest'
import { codeOf, guideNames, readGuide, tableBelow } from './support/blocks.ts'

test('errors.md has every error code of the contract with its status, and no other', () => {
  const rows = tableBelow(readGuide('errors'), 'Every code')
  expect(rows.map(([status, code]) => [codeOf(code!), Number(status)])).toEqual(Object.entries(errorStatus))
  for (const [, code, why, remedy] of rows) {
    expect(why!.length, `why ${code}`).toBeGreaterThan(20)
    expect(remedy!.length, `what to do about ${code}`).toBeGreaterThan(10)
  }
})

test('errors.md promises a 401 nothing but an empty body (D-02)', () => {
  const [, , why] = tableBelow(readGuide('errors'), 'Every code').find(([status]) => status === '401')!
  expect(why).toContain('The body is always empty')
  const promises = readGuide('errors')
    .split(/(?<=[.|])\s+/)
    .filter((text) => text.includes('problem'))
  expect(promises.filter((text) => text.includes('401'))).toEqual([
    'With `Accept: application/problem+json` every error but 401 is RFC 9457, with one entry for each invalid field.',
  ])
})

test('rate-limits.md has every limit family with its limit, and no other', () => {
  const markdown = readGuide('rate-limits').replace('\n| family', '\n## Families\n| family')
  const rows = tableBelow(markdown, 'Families').map(([family, limit]) => [codeOf(family!), Number(limit)])
  expect(Object.fromEntries(rows)).toEqual(requestsPerMinute)
})

test('webhooks.md has the retry delays of the contract', () => {
  const seconds: Record<string, number> = { min: 60, h: 3_600 }
  const [[, ...delays]] = tableBelow(readGuide('webhooks'), 'Retries') as [string[]]
  const found = delays.slice(1).map((delay) => {
    const [number, unit] = delay.split(' ')
    return Number(number) * seconds[unit!]!
  })
  expect([delays[0], found]).toEqual(['-', WEBHOOK_RETRY_DELAYS_SECONDS])
})

test('search-language.md has the position of each error', () => {
  for (const [query, position] of tableBelow(readGuide('search-language'), 'Errors have a position')) {
    expect([query, positionOf(codeOf(query!))]).toEqual([query, Number(position)])
  }
})

test('every endpoint that a guide names exists', () => {
  const known = new Set(endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`))
  const named = guideNames.flatMap((name) =>
    [...readGuide(name).matchAll(/\b(GET|POST|PUT|DELETE) (\/(?:api|admin)\/v1\/[\w/{}-]+)/g)].map(
      ([, method, path]) => [name, `${method} ${path!.replaceAll(/\{\w+\}/g, '{}')}`] as const,
    ),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(([, endpoint]) => !known.has(endpoint))).toEqual([])
})

function positionOf(query: string): number | undefined {
  try {
    parse(query)
    return undefined
  } catch (error) {
    if (error instanceof InvalidQuery) return error.position
    throw error
  }
}
