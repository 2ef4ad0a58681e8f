import { searchCandidates } from '@jobboard/contracts/endpoints/search'
import { ApiError } from '@jobboard/contracts/error'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDryRun } from './dry-run.ts'

const preference = fc.oneof(
  fc.constantFrom(
    'respond-async',
    'wait=10',
    'handling=lenient; a="b"',
    'x="dry-run, y"',
    'a="\\"dry-run"',
    '',
  ),
  fc.stringMatching(/^[a-z]{1,8}$/).filter((text) => text !== 'dry-run'),
)
const dryRun = fc.constantFrom('dry-run', 'DRY-RUN', ' dry-run ', 'dry-run; a=b', 'dry-run=', 'dry-run=""')

test('dry-run is found among any other preferences, and nowhere else', () => {
  fc.assert(
    fc.property(fc.array(preference), dryRun, fc.array(preference), (before, own, after) => {
      expect(isDryRun(searchCandidates, { prefer: [...before, own, ...after].join(',') })).toBe(true)
      expect(isDryRun(searchCandidates, { prefer: [...before, ...after].join(', ') })).toBe(false)
    }),
  )
})

test('any header is a dry run, none, or refused; the text dry-run outside of quotes is never ignored', () => {
  const pieces = fc.constantFrom('dry-run', ',', ';', '=', '"', '\\', ' ', 'a', '\t')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const prefer = parts.join('')
      try {
        const found = isDryRun(searchCandidates, { prefer })
        if (/^\s*dry-run\s*(,|;|$)/.test(prefer)) expect(found, prefer).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError)
      }
    }),
  )
})
