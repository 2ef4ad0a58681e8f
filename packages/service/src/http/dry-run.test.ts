import { endpoints } from '@jobboard/contracts/endpoints'
import { ApiError } from '@jobboard/contracts/error'
import { publishJob } from '@jobboard/contracts/jobs/endpoints'
import { searchCandidates } from '@jobboard/contracts/search/search'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDryRun } from './prefer.ts'

const parsed = (prefer: string): boolean | 'refused' => {
  try {
    return isDryRun(searchCandidates, { prefer }, endpoints)
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'invalid_request' })
    return 'refused'
  }
}

const other = fc
  .oneof(
    fc.constantFrom('respond-async', 'wait=10', 'handling=lenient; a="b"', 'x="a, \\"b; c"', ''),
    fc.stringMatching(/^[a-z]{1,8}$/),
  )
  .filter((text) => !/dry|run/.test(text))
const forms = [
  ...['dry-run', 'DRY-RUN', ' dry-run ', '\tdry-run\t', 'dry-run; a=b', '"dry-run"', '"Dry\\-Run"'],
  ...[
    'dry-run=',
    'dry-run=""',
    'dry-run=1',
    'dry-run = "1"',
    'dry-run=true',
    'dry-run=TRUE',
    'dry-run; dry-run=1',
  ],
  ...['wait=5; dry-run', 'wait=5;dry-run=1', 'handling=lenient; a="b; c" ; Dry-Run', '; dry-run'],
]

test('every form of dry-run is found among any other preferences, and nowhere else', () => {
  fc.assert(
    fc.property(fc.array(other), fc.constantFrom(...forms), fc.array(other), (before, own, after) => {
      expect(parsed([...before, own, ...after].join(',')), own).toBe(true)
      expect(parsed([...before, ...after].join(', '))).toBe(false)
    }),
  )
})

test.each([
  ...[
    'dry-run=no',
    'dry-run=false',
    'dry-run=0',
    'dry-run=2',
    'dry-run==1',
    'dry-run=(1)',
    'no-dry-run',
    'dry-runs',
  ],
  ...['dryrun', 'dry run', 'dry_run', 'DryRun', 'dry%2Drun', 'dry\u00ad-run', 'dry, run', 'x-dry-run=1'],
  ...[
    '"dry-run',
    'dry-run, x="',
    'x="dry-run',
    'dry-run\\"',
    'a="dry-run"',
    'wait="5; dry-run"',
    'a=dry-run',
  ],
  ...['dry-run, dry-run=no', 'dry-run=no, dry-run', 'wait=5; dry-run=no', '"dry-run=1"', 'dry-run:1'],
])('400: Prefer: %s is unclear, and the message has the right form', (prefer) => {
  expect(() => isDryRun(searchCandidates, { prefer }, endpoints)).toThrow(
    /send Prefer: dry-run.*Nothing was done/,
  )
  expect(() => isDryRun(publishJob, { prefer }, endpoints)).toThrow(ApiError)
})

test('a header that contains anything like dry-run is a dry run or refused, never a call', () => {
  const pieces = fc.constantFrom(
    ...[
      'dry-run',
      'dry',
      'run',
      'DRY',
      '-',
      '_',
      ',',
      ';',
      '=',
      '"',
      '\\',
      ' ',
      'a',
      '1',
      'true',
      'wait=5',
      '\t',
      '%2d',
    ],
  )
  const letters = (prefer: string) => prefer.toLowerCase().replace(/%2d|[^a-z]/g, '')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
      const prefer = parts.join('')
      const isMentioned = letters(prefer).includes('dryrun')
      if (isMentioned) expect(parsed(prefer), prefer).not.toBe(false)
      else expect(parsed(prefer), prefer).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})
