import { sandboxRetired } from '@jobboard/contracts/sandbox/events'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { blankProfile } from '@jobboard/testkit/blank-profile'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { createdEvent } from './support/pipeline-with-jobs.ts'
import { startPipeline } from './support/start-pipeline.ts'

const SANDBOX = 31
const OTHER = 32

const services = await startPipeline()
const { db } = services.pipeline.deps

/** Everything that an employer can have in pipeline. */
async function fill(employerId: number, count: number): Promise<void> {
  const jobId = await services.newJob(employerId)
  const events = Array.from({ length: count }, (_, n) =>
    createdEvent({
      ...{ employerId, jobId },
      candidate: { ...blankProfile, id: employerId * 1_000 + n, email: 'x@sandbox.example' },
    }),
  )
  await Promise.all(events.map(services.receive))
  const recruiter = services.recruiter(employerId)
  const path = `/api/v1/applications/${events[0]!.data.applicationId}`
  const card = { recommendation: 'Yes', comments: 'c', ratings: [] }
  const written = [
    await recruiter.post(`${path}/notes`, { text: 'n', level: 'application' }),
    await recruiter.post(`${path}/notes`, { text: 'n', level: 'candidate' }),
    await recruiter.post(`${path}/status`, { status: 'Screened' }),
    await recruiter.post(`${path}/tags`, { label: 'first' }),
    await recruiter.put(`${path}/scorecards/Phone`, card),
  ]
  expect(written.map(({ status, text }) => (status < 300 ? 'ok' : text))).toEqual(written.map(() => 'ok'))
  await db.sql`insert into employer_rejection_reasons (employer_id, reasons) values (${employerId}, '[]')`
  await db.sql`
    insert into scorecard_template (employer_id, criteria, hide_others_until_submitted) values (${employerId}, '[]', false)`
  await eventually('all assessments', async () => (await rowsOf(employerId)).assessment === count)
}

/** How many rows each table has of an employer. */
async function rowsOf(employerId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const tables = await db.sql<{ tableName: string; columnName: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and column_name in ('employer_id', 'application_id') order by column_name desc`
  for (const { tableName, columnName } of tables) {
    if (counts[tableName] !== undefined) continue
    const where =
      columnName === 'employer_id'
        ? `employer_id = ${employerId}`
        : `application_id in (select id from application where employer_id = ${employerId})`
    const [row] = await db.sql<{ count: number }>(
      Object.assign([`select count(*) from ${tableName} where ${where}`], { raw: [] }) as never,
    )
    counts[tableName] = row!.count
  }
  return counts
}

test('a retired sandbox: no row of it is left in pipeline, and all of another employer stay (P-900)', async () => {
  await fill(SANDBOX, 205)
  await fill(OTHER, 2)
  const before = await rowsOf(OTHER)
  const children = ['status_change', 'assessment', 'assessment_task', 'scorecard']
  const orphans = async () => {
    const counts = await Promise.all(
      children.map((table) =>
        db.sql<{ count: number }>(
          Object.assign(
            [`select count(*) from ${table} where application_id not in (select id from application)`],
            {
              raw: [],
            },
          ) as never,
        ),
      ),
    )
    return counts.map(([row]) => row!.count)
  }
  expect(Object.values(before).filter((count) => count === 0)).toHaveLength(1)
  await db.tx((sql) =>
    appendEvent(sql, sandboxRetired, {
      aggregateId: SANDBOX,
      aggregateVersion: 1,
      occurredAt: new Date(),
      data: { sandboxId: SANDBOX, retiredAt: new Date().toISOString() },
    }),
  )
  await eventually('the purge', async () => {
    const rows =
      await db.sql`select 1 from retired_sandbox where sandbox_id = ${SANDBOX} and purge_at > now()`
    return rows.length === 1
  })
  expect([...new Set(Object.values(await rowsOf(SANDBOX)))]).toEqual([0])
  expect(await orphans()).toEqual(children.map(() => 0))
  expect(await rowsOf(OTHER)).toEqual(before)
})
