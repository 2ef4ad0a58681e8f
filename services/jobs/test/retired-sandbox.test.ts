import { sandboxRetired } from '@jobboard/contracts/sandbox/events'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { saveApplications } from '../src/jobs/list-store.ts'
import { bootJobs, complete } from './support/setup.ts'

test('a retired sandbox: no row of it is left in jobs, and all of another and of live employers stay (P-900)', async () => {
  const jobs = await bootJobs()
  const { db } = jobs.deps
  const employers = [31, 32, 1]
  for (const employerId of employers) {
    const sandboxId = employerId === 1 ? {} : { sandboxId: employerId }
    const caller = { kind: 'recruiter', employerId, userId: 1, keyId: 5, scopes: [], ...sandboxId } as const
    const { body } = await jobs.as({ ...caller, scopes: [] }).post('/api/v1/jobs', complete)
    await jobs.grant(employerId, 3)
    await db.sql`insert into employer_copy (employer_id, name, version) values (${employerId}, 'E', 1)`
    await db.tx((sql) => saveApplications(sql, [{ applicationId: employerId, employerId, jobId: body.id }]))
  }
  const rowsOf = async (employerId: number) => {
    const [row] = await db.sql`
      select (select count(*) from job where employer_id = ${employerId}) as jobs,
        (select count(*) from application_copy where employer_id = ${employerId}) as applications,
        (select count(*) from employer_copy where employer_id = ${employerId}) as names,
        (select count(*) from credit_entry where employer_id = ${employerId}) as entries`
    return row
  }
  const full = { jobs: 1, applications: 1, names: 1, entries: 1 }
  for (const employerId of employers) expect(await rowsOf(employerId)).toEqual(full)
  await db.tx((sql) =>
    appendEvent(sql, sandboxRetired, {
      aggregateId: 31,
      aggregateVersion: 1,
      occurredAt: new Date(),
      data: { sandboxId: 31, retiredAt: new Date().toISOString() },
    }),
  )
  await eventually('the purge', async () => {
    return (
      (await db.sql`select 1 from retired_sandbox where sandbox_id = 31 and purge_at > now()`).length === 1
    )
  })
  expect(await rowsOf(31)).toEqual({ jobs: 0, applications: 0, names: 0, entries: 0 })
  for (const employerId of [32, 1]) expect(await rowsOf(employerId)).toEqual(full)
  await jobs.stop()
})
