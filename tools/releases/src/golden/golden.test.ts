import { expect, test } from 'vitest'
import { z } from 'zod'
import { assertInHistory, newestRelease, ROOT } from '../releases.ts'
import { incompatibilities } from './compare.ts'
import { type Contract, type GoldenFile, readContracts, schemaOf } from './contracts.ts'
import { goldenOf, readTexts, textsOf } from './golden.ts'
import { notAllowed } from './main.ts'
import { sample, turnsOf } from './samples.ts'
import { withSources } from './sources.ts'

const contract = (
  file: GoldenFile,
  sender: 'caller' | 'service' | 'publisher',
  type: z.ZodType,
): Contract => {
  return { file, name: 'a', parts: { data: { sender, type, own: [], isText: false } } }
}
/** The problems of a release with today's code when a contract changed between them. */
const change = (
  ...[file, sender, before, after]: [GoldenFile, 'caller' | 'service' | 'publisher', z.ZodType, z.ZodType?]
) => {
  const today = after ? [contract(file, sender, after)] : []
  return incompatibilities('1.0.0', goldenOf([contract(file, sender, before)]), goldenOf(today), today).join(
    '\n',
  )
}
const before = z.object({ id: z.int(), status: z.enum(['Open', 'Closed']), note: z.string().nullable() })

const breaks: [string, GoldenFile, 'caller' | 'service' | 'publisher', z.ZodType | undefined, string][] = [
  ['an event is gone', 'events', 'publisher', undefined, 'is gone'],
  [
    'a field of an event is gone',
    'events',
    'publisher',
    before.omit({ note: true }),
    'release refuses what today',
  ],
  [
    'a new field of an event is required',
    'events',
    'publisher',
    before.extend({ at: z.string() }),
    'refuses its example',
  ],
  [
    'an event has a new value',
    'events',
    'publisher',
    before.extend({ status: z.enum(['Open', 'Closed', 'Gone']) }),
    'release refuses what today',
  ],
  [
    'an event may lack a field',
    'events',
    'publisher',
    before.partial({ note: true }),
    'release refuses what today',
  ],
  [
    'a new field of an internal request is required',
    'internal',
    'caller',
    before.extend({ at: z.string() }),
    'refuses its example',
  ],
  [
    'an internal response has a new value',
    'internal',
    'service',
    before.extend({ status: z.enum(['Open', 'Closed', 'Gone']) }),
    'release refuses what today',
  ],
  [
    'a client sends a value that is gone',
    'public',
    'caller',
    before.extend({ status: z.enum(['Open']) }),
    'refuses what a client sends',
  ],
  [
    'a client gets no field that it knows',
    'public',
    'service',
    before.omit({ note: true }),
    'a client refuses',
  ],
]
test.each(breaks)('refused: %s (P-540)', (_title, file, sender, after, problem) => {
  expect(change(file, sender, before, after)).toContain(problem)
})

const additions: [string, GoldenFile, 'caller' | 'service' | 'publisher', z.ZodType][] = [
  [
    'an event has an optional field more',
    'events',
    'publisher',
    before.extend({ at: z.string().optional() }),
  ],
  [
    'a request has an optional field more',
    'internal',
    'caller',
    before.extend({ at: z.string().optional() }),
  ],
  ['a client gets a field more', 'public', 'service', before.extend({ at: z.string() })],
  [
    'a client may send a value more',
    'public',
    'caller',
    before.extend({ status: z.enum(['Open', 'Closed', 'Gone']) }),
  ],
]
test.each(additions)('accepted: %s (P-540)', (_title, file, sender, after) => {
  expect(change(file, sender, before, after)).toBe('')
})

test('a release with a strict parser refuses a new field (P-540)', () => {
  const strict = z.strictObject({ id: z.int() })
  expect(change('events', 'publisher', strict, strict.extend({ at: z.string().optional() }))).toContain(
    'release refuses what today',
  )
})

test('an allowance needs a reason and a problem (P-540)', () => {
  const problems = ['1.0.0 events a: is gone', '1.0.0 events b: is gone']
  expect(
    notAllowed(problems, { '1.0.0 events a': 'Nobody has consumed it since the release before.' }),
  ).toEqual([problems[1]])
  expect(
    notAllowed(problems.slice(0, 1), { '1.0.0 events a': 'because', '1.0.0 events c': 'x' }).join('\n'),
  ).toMatch(/say why[\s\S]*is no problem/)
})

test('every alternative of a schema is in one of its turns', () => {
  const type = z.object({
    a: z.enum(['x', 'y', 'z']),
    b: z.union([z.int(), z.null()]),
    c: z.array(z.boolean()),
  })
  const schema = schemaOf({ sender: 'publisher', type, own: [], isText: false })
  const texts = Array.from({ length: turnsOf(schema) }, (_, turn) =>
    JSON.stringify(sample(schema, { turn })),
  ).join()
  for (const part of ['"x"', '"y"', '"z"', '"b":7', '"b":null', 'true', 'false'])
    expect(texts).toContain(part)
})

test('every plane, the bus, webhooks and the key feed have contracts (P-540)', async () => {
  const contracts = await readContracts(ROOT)
  expect(contracts.length).toBeGreaterThan(150)
  for (const file of ['events', 'internal', 'public', 'admin', 'webhooks', 'messages'])
    expect(contracts.some((one) => one.file === file)).toBe(true)
})

const release = newestRelease()
function isInHistory(): boolean {
  try {
    assertInHistory(release)
    return true
  } catch {
    return false
  }
}
// A shallow clone has no commits of releases: git fetch --unshallow.
test.skipIf(!isInHistory())('the golden files of a release are what its commit prints (P-540)', async () => {
  expect(readTexts(release.version)).toEqual(textsOf(goldenOf(await withSources(release, readContracts))))
})
