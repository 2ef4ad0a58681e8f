import { tagLabel } from '@jobboard/contracts/applications/tags'
import type { Endpoint } from '@jobboard/contracts/endpoint'
import { endpoints } from '@jobboard/contracts/endpoints'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authorize } from '../src/handlers/authorize.ts'
import { buildRouter } from '../src/http/router.ts'
import { holdsKey, readTarget } from '../src/http/target.ts'

test.each(['C%2B%2B', 'ci%2Fcd', '100%25', 'a%20b', '%C3%BC', '.net', '...', 'a;b', "it's", '%2E%2E%2Fx'])(
  'the last segment after tags or scorecards may be free text: %s',
  (label) => {
    expect(readTarget(`/api/v1/applications/1/tags/${label}`)?.segments.at(-1)).toBe(label)
    expect(readTarget(`/api/v1/applications/1/scorecards/${label}?x=1`)).toBeDefined()
  },
)

test('every label that a tag can have is accepted as the last segment, and only labels that no path carries are refused', () => {
  const piece = fc.constantFrom(
    ...['.', '..', ';', '/', '%', '2e', '25', 'pk_live_', 'ck', '5f', 'a', '\\', '🦊'],
  )
  const text = fc.oneof(
    fc.array(piece, { minLength: 1, maxLength: 8 }).map((all) => all.join('')),
    fc.string(),
  )
  fc.assert(
    fc.property(text, (sent) => {
      const { data: label = sent, success } = tagLabel.safeParse(sent)
      const target = readTarget(`/api/v1/applications/1/tags/${encodeURIComponent(label)}`)
      const isAccepted = target !== undefined && !holdsKey(target)
      if (success) expect(isAccepted, label).toBe(true)
      else if (sent.trim() !== '') expect(isAccepted && /^[.%;\w]+$/.test(sent), sent).toBe(false)
    }),
    { numRuns: 5_000 },
  )
})

test.each(['ci%2Fcd', '%2E%2E%2Fx', 'a%25b'])(
  'an escaped separator is refused in any other place: %s',
  (text) => {
    expect(readTarget(`/api/v1/jobs/${text}`)).toBeUndefined()
    expect(readTarget(`/api/v1/applications/1/tags/${text}/more`)).toBeUndefined()
  },
)

test('an accepted target is never changed by a URL parser', () => {
  const pieces = fc.constantFrom(
    '..',
    '.',
    '%2e',
    '%2E',
    '/',
    '//',
    '%2f',
    '%5c',
    '\\',
    ';',
    '%25',
    'a',
    '1',
    '%00',
    '?',
  )
  const target = fc.array(pieces, { maxLength: 12 }).map((parts) => `/api/v1/${parts.join('')}`)
  fc.assert(
    fc.property(target, (url) => {
      const read = readTarget(url)
      if (!read) return
      expect(new URL(url, 'http://x').pathname).toBe(url.split('?')[0])
      expect(read.segments.slice(0, -1)).not.toContain('')
    }),
    { numRuns: 2_000 },
  )
})

test('every endpoint of the contracts is found by its own path and method, and by no other (Spec §4)', () => {
  for (const plane of ['public', 'admin'] as const) {
    const rows = endpoints.filter((endpoint: Endpoint) => endpoint.plane === plane)
    expect(rows.length).toBeGreaterThan(10)
    const router = buildRouter(rows)
    for (const row of rows) {
      const segments = row.path
        .replace(/\{\w+\}/g, '7')
        .slice(1)
        .split('/')
      expect(router.find(row.method, segments)?.endpoint).toBe(row)
      expect(router.find('TRACE', segments)?.endpoint).toBeUndefined()
      expect(router.find(row.method, [...segments, 'x', 'y', 'z'])).toBeUndefined()
    }
  }
})

test('an id that cannot exist is 404 at the gateway, but where an author is recorded the service decides (D-30)', () => {
  const router = buildRouter(endpoints.filter(({ plane }) => plane === 'public'))
  const resultOf = (method: string, path: string) =>
    authorize(router.find(method, path.slice(1).split('/'))!, method, ['Applications'])
  expect(resultOf('GET', '/api/v1/applications/a%20b')).toMatchObject({ code: 'not_found' })
  expect(resultOf('PUT', '/api/v1/notes/a%20b')).toMatchObject({ name: 'update-note' })
  expect(resultOf('DELETE', '/api/v1/applications/a%20b/scorecards/x')).toMatchObject({
    name: 'delete-scorecard',
  })
})
