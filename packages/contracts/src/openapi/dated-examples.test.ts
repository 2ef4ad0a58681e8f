import { expect, test } from 'vitest'
import { type OpenApi, printOpenApi } from './document.ts'
import { datedExamples } from './examples.ts'

const DAY_MS = 86_400_000
/** Fields whose value is a moment of the past, by their meaning. */
const PAST = ['since', 'updatedSince']

interface Found {
  operation: string
  field: string
  time: string
}

// biome-ignore lint/suspicious/noExplicitAny: reads nested parts of the documents
type Json = any

/** Every time in the example request of an operation: query parameters and body. */
function requestTimes(document: OpenApi): Found[] {
  return Object.values(document.paths).flatMap((operations) =>
    Object.values(operations as Record<string, Json>).flatMap((operation) => {
      const parameters = (operation.parameters ?? []).map((one: Json) => [one.name, one.example])
      const bodies = Object.values<Json>(operation.requestBody?.content ?? {}).map((one) => ['', one.example])
      return [...parameters, ...bodies].flatMap(([name, example]) =>
        timesIn(name, example).map((found) => ({ operation: operation.operationId, ...found })),
      )
    }),
  )
}

function timesIn(field: string, value: Json): { field: string; time: string }[] {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d/.test(value) ? [{ field, time: value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => timesIn(Array.isArray(value) ? field : name, one))
}

/** Readers of today, of a leap day, of the end of a year, and years later. */
const readers = [
  '2026-11-23T10:00:00Z',
  '2028-02-29T23:59:59.999Z',
  '2027-12-31T00:00:00Z',
  '2041-07-01T12:00:00Z',
]
const nows = [new Date(), ...readers.map((time) => new Date(time))]

test.each(nows.flatMap((now) => [[now, 'public'] as const, [now, 'admin'] as const]))(
  'for a reader at %s no example request of the %s document has a date that its field refuses',
  (now, plane) => {
    const found = requestTimes(datedExamples(printOpenApi(plane), now))
    expect(found.length).toBeGreaterThan(0)
    const wrong = found.filter(({ field, time }) => {
      const aheadMs = Date.parse(time) - now.getTime()
      return PAST.includes(field)
        ? aheadMs > 0 || aheadMs < -366 * DAY_MS
        : aheadMs <= 0 || aheadMs > 366 * DAY_MS
    })
    expect(wrong).toEqual([])
  },
)

test('times of a response are moved with the request, also in texts; nothing else changes', () => {
  const printed = printOpenApi()
  const dated = datedExamples(printed, new Date('2026-11-23T10:00:00Z'))
  const publish = dated.paths['/api/v1/jobs/{id}/publish']!.post as Json
  expect(publish.requestBody.content['application/json'].example).toEqual({
    expiryDate: '2026-12-23T00:00:00Z',
  })
  expect(publish.responses[200].content['application/json'].examples.call.value).toMatchObject({
    createdAt: '2026-11-22T09:00:00.000Z',
    expiryDate: '2026-12-23T00:00:00.000Z',
  })
  expect(JSON.stringify(publish.responses[400])).toContain('it is now 2026-11-22T09:00:00.000Z')
  const withoutDates = (document: OpenApi) => JSON.stringify(document).replaceAll(/20\d\d-\d\d-\d\d/g, 'DATE')
  expect(withoutDates(dated)).toBe(withoutDates(printed))
  expect(datedExamples(printed, new Date('2026-03-02T05:00:00Z'))).toEqual(printed)
})
