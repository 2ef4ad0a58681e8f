import { newCandidate } from '@jobboard/contracts/candidates/profile'
import { type Booted, boot } from '@jobboard/testkit/boot'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { service } from '../src/service.ts'

let candidate: Booted
beforeAll(async () => {
  candidate = await boot(service)
})
afterAll(() => candidate.stop())

const edgeCases = fc.constantFrom<unknown>(
  ...[null, true, -1, 0, 1.5, 2_147_483_648, 1e308, '', ' ', '\u0000', 'a\ud800', '\u202e', '💥'],
  ...['NO', 'a@b.example', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00', 'x'.repeat(3_000)],
  ...[[], [[]], [null], [{}], ['x'], [{ title: 'x', startMonth: '2020-01' }], {}, { a: { b: {} } }],
)
const value = fc.oneof(edgeCases, fc.jsonValue({ maxDepth: 3 }))
const fields = Object.keys(newCandidate.shape).filter((name) => !/^(firstName|lastName|email)$/.test(name))

/** A line with a valid name and address, and one or two other fields of any value. */
const line = fc
  .tuple(fc.constantFrom(...fields), value, fc.constantFrom(...fields), value)
  .map(([one, first, other, second]) => ({ [one]: first, [other]: second }))

test('200: any value of any field, and any bytes: each line is stored or rejected by name, never a 5xx', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 20 }),
      fc.uint8Array({ maxLength: 60 }),
      async (lines, junk) => {
        run++
        const text = lines.map((one, index) =>
          JSON.stringify({ firstName: 'A', lastName: 'B', email: `f${run}-${index}@example.test`, ...one }),
        )
        const junkLine = Buffer.from(junk.filter((byte) => byte !== 10))
        const body = Buffer.concat([Buffer.from(`${text.join('\n')}\n`), junkLine])
        const admin = candidate.as({ kind: 'admin', actor: 'operator' })
        const headers = { 'content-type': 'application/x-ndjson' }
        const response = await admin.send('POST', '/admin/v1/candidates/import', { body, headers })
        expect(response.status, response.text).toBe(200)
        const { imported, rejected } = response.body
        const ofFields = rejected.filter((one: { line: number }) => one.line <= lines.length)
        expect(imported + ofFields.length).toBe(lines.length)
        for (const { line: number, code, message } of ofFields) {
          expect(code).toBe('invalid_request')
          expect(
            Object.keys(lines[number - 1]!).some((name) => message.includes(`${name}`)),
            message,
          ).toBe(true)
        }
      },
    ),
    { numRuns: 60 },
  )
})
