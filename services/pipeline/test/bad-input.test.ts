import type { Endpoint } from '@jobboard/contracts/endpoint'
import { endpoints } from '@jobboard/contracts/endpoints'
import { identifier } from '@jobboard/db/sql'
import { codePoint } from '@jobboard/testkit/code-point'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startPipeline } from './support/start-pipeline.ts'

// Every field of every public endpoint, with values that its schema refuses. An endpoint added later is included.
const RUNS_PER_FIELD = 25
const VALID: Record<string, unknown> = {
  criteria: [],
  ids: [1],
  status: 'New',
  label: 'x',
  text: 'x',
  recommendation: 'Yes',
}
const TABLES = ['application', 'status_change', 'tag', 'candidate_tag', 'note', 'scorecard', 'idempotency']

const services = await startPipeline()
const { author } = services
const jobId = await services.newJob(1)
const id = (await services.newApplication({ jobId })).data.applicationId
await author.post(`/api/v1/applications/${id}/tags`, { label: 'kept' })
await author.put(`/api/v1/applications/${id}/scorecards/kept`, { recommendation: 'No' })
const noteId = (await author.post(`/api/v1/applications/${id}/notes`, { text: 'kept' })).body.id

const mine = endpoints.filter(({ service, plane }) => service === 'pipeline' && plane === 'public')
type Schema = NonNullable<Endpoint['body']>
const shapeOf = (schema: unknown) => (schema as { shape?: Record<string, Schema> } | undefined)?.shape ?? {}
const existing: Record<string, unknown> = { jobId, id, noteId, label: 'kept', stage: 'kept' }
const pathOf = ({ path }: Endpoint, params = existing) =>
  path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])))

async function stored(): Promise<unknown[]> {
  const { sql } = services.pipeline.deps.db
  const rows = TABLES.map((table) => sql`select t::text as row from ${identifier(table)} t order by 1`)
  // The relay updates the rows of the outbox.
  return Promise.all([...rows, sql`select count(*) from outbox`])
}

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\ud800',
    '\udfff',
    'a\nb',
    '\u2028',
    '0',
    '-1',
    '2147483648',
    '1e3',
    'x'.repeat(10_001),
  ),
  fc.constantFrom(
    '0000-01-01T00:00:00Z',
    '2030-02-30T00:00:00Z',
    'MS54',
    '..',
    '%2e%2e',
    'pk_live_x',
    '🦊'.repeat(10_001),
  ),
  fc.string({ unit: codePoint }),
)
const value = fc.oneof(
  text,
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2_147_483_648, 1e308, [], [[]], [null], {}, { a: {} }),
  fc.jsonValue({ maxDepth: 3 }),
)

const bodyFields = mine.flatMap((endpoint) =>
  Object.entries(shapeOf(endpoint.body)).map(
    ([field, schema]) => [endpoint.name, field, schema, endpoint] as const,
  ),
)
test.each(bodyFields)(
  '400: %s names the invalid field %s and stores nothing',
  async (_, field, schema, endpoint) => {
    const before = await stored()
    const required = Object.keys(shapeOf(endpoint.body)).filter((name) => name in VALID)
    const valid = Object.fromEntries(required.map((name) => [name, VALID[name]]))
    const invalid = value.filter(
      (candidate) => !schema.safeParse(JSON.parse(JSON.stringify(candidate))).success,
    )
    await fc.assert(
      fc.asyncProperty(invalid, async (candidate) => {
        const response = await author.send(endpoint.method, pathOf(endpoint), {
          body: { ...valid, [field]: candidate },
        })
        expect([response.status, response.body.code], response.text).toEqual([400, 'invalid_request'])
        expect(response.body.message).toMatch(new RegExp(`^${field}[.:]`))
      }),
      { numRuns: RUNS_PER_FIELD },
    )
    expect(await stored()).toEqual(before)
  },
)

const queryFields = mine.flatMap((endpoint) =>
  Object.entries(shapeOf(endpoint.query)).map(
    ([field, schema]) => [endpoint.name, field, schema, endpoint] as const,
  ),
)
test.each(queryFields)('400: %s names the invalid query parameter %s', async (_, field, schema, endpoint) => {
  // Any text can be a cursor; the service reads it.
  const isRefused = (sent: string) => field === 'cursor' || !schema.safeParse(sent).success
  const invalid = text.filter((sent) => sent.isWellFormed() && isRefused(sent) && sent.length < 100)
  await fc.assert(
    fc.asyncProperty(invalid, async (sent) => {
      const response = await author.get(`${pathOf(endpoint)}?${field}=${encodeURIComponent(sent)}`)
      expect([response.status, response.body.code], response.text).toEqual([400, 'invalid_request'])
      expect(response.body.message).toMatch(new RegExp(`^${field}: `))
    }),
    { numRuns: RUNS_PER_FIELD },
  )
})

const pathFields = mine.flatMap((endpoint) =>
  Object.entries(shapeOf(endpoint.params)).map(
    ([field, schema]) => [endpoint.name, field, schema, endpoint] as const,
  ),
)
test.each(pathFields)(
  '404, 400 for a stage: %s with an invalid %s in the path changes nothing (D-04, D-29)',
  async (_, field, schema, endpoint) => {
    const before = await stored()
    const sendable = text.filter(
      (sent) => sent.isWellFormed() && sent !== '' && !/^\.\.?$/.test(sent) && sent.length < 100,
    )
    const body = Object.fromEntries(
      Object.keys(shapeOf(endpoint.body)).flatMap((name) => (name in VALID ? [[name, VALID[name]]] : [])),
    )
    await fc.assert(
      fc.asyncProperty(
        sendable.filter((sent) => !schema.safeParse(sent).success),
        async (sent) => {
          const path = pathOf(endpoint, { ...existing, [field]: sent })
          const response = await author.send(endpoint.method, path, endpoint.body ? { body } : {})
          expect([response.status, response.body.code], `${path} ${response.text}`).toEqual(
            endpoint.checkedParams?.includes(field) ? [400, 'invalid_request'] : [404, 'not_found'],
          )
        },
      ),
      { numRuns: RUNS_PER_FIELD },
    )
    expect(await stored()).toEqual(before)
  },
)
