import { listOpenJobs } from '@jobboard/contracts/jobs/open-jobs'
import { codePoint } from '@jobboard/testkit/code-point'
import { randomRuns } from '@jobboard/testkit/random-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startMeJobs } from './support/me-jobs.ts'

const jobs = await startMeJobs()
await jobs.publish()
await jobs.settled()

const names = Object.keys(listOpenJobs.query!.shape)
const text = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'ab*?"()-!&|+#.:\\\'@=/ \u0000%é字'), maxLength: 30 }),
  fc.constantFrom(
    'NO',
    'OnSite',
    'FullTime',
    'Bergen',
    '0',
    '1',
    '-1',
    '1e2',
    '100',
    'MS4x',
    "' | '@day=1",
    'lamp OR',
  ),
)

test('any value of any parameter is a 200, or a 400 that names the parameter; never a 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(fc.constantFrom(...names), text), { maxLength: 3 }),
      async (values) => {
        const query = new URLSearchParams(
          values.map(([name, value]): [string, string] => [name, value.toWellFormed()]),
        )
        const { status, body } = await jobs.candidate.get(`/api/v1/me/jobs?${query}`)
        expect([200, 400]).toContain(status)
        if (status === 200) return
        expect(['invalid_request', 'invalid_query']).toContain(body.code)
        expect(
          names.some((name) => body.message.startsWith(`${name}: `) && query.has(name)),
          body.message,
        ).toBe(true)
      },
    ),
    { numRuns: Number(process.env.ME_JOBS_RUNS ?? randomRuns(300)) },
  )
})
