import { CALLER_HEADER, signCaller } from '@jobboard/service/auth/caller'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { endOf, urlOf } from '@jobboard/testkit/service-process'
import { expect, onTestFinished, test } from 'vitest'
import { jobsWithStatus, startWithoutTimer } from './support/expiry-services.ts'
import { startSkewedProcess } from './support/skewed-process.ts'

const SKEW_MS = 3 * 60_000
/** Soon enough that a clock that is 3 minutes ahead is past it, and late enough for a busy machine. */
const LATER_MS = 150_000
const caller = { kind: 'recruiter', employerId: 1, userId: null, keyId: 1, scopes: [] as string[] } as const

test.each([
  ['ahead', SKEW_MS],
  ['behind', -SKEW_MS],
])(
  'a replica whose clock is 3 minutes %s expires and publishes by the time of the database (D-25, P-86)',
  async (_, skewMs) => {
    const jobs = await startWithoutTimer()
    const lasting = await jobs.createActive(1, LATER_MS)
    const due = await jobs.createActive(1, LATER_MS)
    await jobs.deps.db.sql`update job set expiry_date = now() where id = ${due}`
    const process = startSkewedProcess(jobs, skewMs)
    onTestFinished(async () => {
      process.kill('SIGKILL')
      await endOf(process)
    })
    const url = await urlOf(process)
    const recruiter = client(url, () => ({ [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, caller) }))

    await eventually('the job whose expiryDate has passed is Expired', async () => {
      return (await jobsWithStatus(jobs, 'Expired')).length > 0
    })
    expect(await jobsWithStatus(jobs, 'Expired')).toMatchObject([{ id: due }])
    expect((await recruiter.get(`/api/v1/jobs/${lasting}`)).body.status).toBe('Active')

    const draft = await jobs.createDraft(1)
    await jobs.grant(1, 1)
    const now = jobs.deps.clock.now().getTime()
    const published = await recruiter.post(`/api/v1/jobs/${draft}/publish`, {
      expiryDate: jobs.inMs(LATER_MS),
    })
    expect([published.status, published.body.status]).toEqual([200, 'Active'])
    expect(Math.abs(new Date(published.body.postedDate).getTime() - now)).toBeLessThan(SKEW_MS / 2)

    const metrics = await (await fetch(`${url}/metrics`)).text()
    const skew = Number(/^clock_skew_seconds (.*)$/m.exec(metrics)?.[1])
    expect(Math.round(skew / 10)).toBe(skewMs / 10_000)
  },
)
