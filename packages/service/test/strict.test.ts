import { type Booted, boot } from '@jobboard/testkit/boot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookService } from './support/book-service.ts'

let running: Booted
beforeAll(async () => {
  running = await boot(bookService)
})
afterAll(() => running.stop())

const STRICT = { prefer: 'handling=strict' }
const add = (body: unknown, headers: Record<string, string> = {}, employerId = 1) =>
  running
    .as({ kind: 'recruiter', employerId, userId: 1, keyId: 1, scopes: [] })
    .post('/api/v1/books', body, headers)
const handling = ({ headers }: { headers: Headers }) => [
  headers.get('preference-applied'),
  headers.get('x-ignored-fields'),
]
const books = async () => (await running.deps.db.sql`select * from book`).length

test('400 invalid_request: with Prefer: handling=strict an unknown field is named with the nearest one, nothing stored (P-397)', async () => {
  const before = await books()
  const response = await add({ title: 'A', titel: 'B', colour: 'red' }, STRICT)
  expect([response.status, response.body, ...handling(response)]).toEqual([
    400,
    {
      code: 'invalid_request',
      message:
        'unknown field titel: did you mean title?; unknown field colour: /openapi.json lists the fields of this body.',
    },
    'handling=strict',
    null,
  ])
  expect(await books()).toBe(before)
})

test('400 invalid_request: unknown and invalid fields are named together, in problem details too', async () => {
  const { status, body } = await add({ titel: 'B' }, { ...STRICT, accept: 'application/problem+json' })
  expect([status, body.detail]).toEqual([
    400,
    'unknown field titel: did you mean title?; title: is required and must be a string.',
  ])
  expect(body.errors).toEqual([
    { pointer: '/titel', reason: 'unknown field: did you mean title?' },
    { pointer: '/title', reason: 'is required and must be a string' },
  ])
})

test.each([
  'handling=strict',
  'Handling=Strict',
  'handling = "strict"',
  'wait=5, handling=strict; foo=bar',
  'return=minimal; handling=lenient, handling=strict',
  'handling=strict, handling=lenient',
])('Prefer: %s is strict', async (prefer) => {
  expect((await add({ title: 'A', titel: 1 }, { prefer })).status).toBe(400)
  const known = await add({ title: 'A' }, { prefer })
  expect([known.status, ...handling(known)]).toEqual([201, 'handling=strict', null])
})

test.each([
  undefined,
  'handling=lenient',
  'handling=lenient, handling=strict',
  'handling',
  'strict',
  'foo; handling=strict',
  'handling="strict',
  'x="handling=strict"',
])('Prefer: %s is not: the fields are ignored (D-07), and X-Ignored-Fields names them', async (prefer) => {
  const response = await add({ title: 'A', titel: 1, 'ü,\r\n': 2 }, prefer ? { prefer } : {})
  expect([response.status, ...handling(response)]).toEqual([201, null, 'titel, %C3%BC%2C%0D%0A'])
  expect(handling(await add({ title: 'A' }, prefer ? { prefer } : {}))).toEqual([null, null])
})

test('refusals name ignored fields too: a misspelt name is why another one is missing', async () => {
  const invalid = await add({ titel: 'A' })
  expect([invalid.status, ...handling(invalid)]).toEqual([400, null, 'titel'])
  const refused = await add({ title: 'broke', titel: 'A' })
  expect([refused.status, ...handling(refused)]).toEqual([402, null, 'titel'])
  const broken = await add('{"titel": 1', STRICT)
  expect([broken.status, ...handling(broken)]).toEqual([400, null, null])
})

test('a replay returns what the first request did, and says whether fields of it were ignored (D-60)', async () => {
  const body = { title: 'replayed', titel: 1 }
  const key = { 'idempotency-key': 'ignored' }
  const first = await add(body, key)
  for (const headers of [key, { ...key, ...STRICT }]) {
    const replay = await add(body, headers)
    expect([
      replay.status,
      replay.text,
      replay.headers.get('idempotency-replayed'),
      ...handling(replay),
    ]).toEqual([...[201, first.text, 'true'], ...[null, 'titel']])
  }
  const refused = await add(body, { ...STRICT, 'idempotency-key': 'strict' })
  const corrected = await add({ title: 'replayed' }, { ...STRICT, 'idempotency-key': 'strict' })
  expect([refused.status, corrected.status, ...handling(corrected)]).toEqual([
    400,
    201,
    'handling=strict',
    null,
  ])
})

test('a strict dry run reports both preferences', async () => {
  const prefer = 'dry-run, handling=strict'
  const refused = await add({ title: 'A', titel: 1 }, { prefer })
  expect([refused.status, ...handling(refused)]).toEqual([400, 'dry-run, handling=strict', null])
  const lenient = await add({ title: 'broke', titel: 1 }, { prefer: 'dry-run' })
  expect(handling(lenient)).toEqual(['dry-run', 'titel'])
})

test('400 invalid_request: a body that is no JSON says where, and quotes nothing of it (P-401)', async () => {
  const response = await add('{\n  "title": "secret"\n  "pages": 7\n}')
  expect([response.status, response.body.message]).toEqual([
    400,
    'The body is not valid JSON: expected "," or "}" at line 3, column 3.',
  ])
})

test('every refusal leads to the row about its code, a replayed one too (P-398)', async () => {
  const link = (code: string) => `</docs/guides/errors#${code}>; rel="help"`
  const taken = () => add({ title: 'taken' }, { 'idempotency-key': 'taken' })
  await taken()
  for (const [response, code] of [
    [await add({}), 'invalid_request'],
    [await taken(), 'invalid_state'],
    [await add({ title: 'broke' }), 'no_credits'],
    [await add('{}', { 'content-type': 'a/b' }), 'unsupported_media_type'],
    [await add({ title: 'A', blurb: 'x'.repeat(1_048_576) }), 'payload_too_large'],
  ] as const) {
    expect([response.body.code, response.headers.get('link')]).toEqual([code, link(code)])
  }
  expect((await add({ title: 'bug' })).headers.get('link')).toBeNull()
  expect((await add({ title: 'A' })).headers.get('link')).toBeNull()
})
