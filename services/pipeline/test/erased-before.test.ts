import { readFileSync } from 'node:fs'
import { applicationErased } from '@jobboard/contracts/applications/events'
import { openConnection } from '@jobboard/db/connections'
import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { expect, test } from 'vitest'
import { createdEvent, outboxEvents } from './support/pipeline-with-jobs.ts'
import { startPipeline } from './support/start-pipeline.ts'

const services = await startPipeline()
const migration = readFileSync(new URL('../migrations/0089_erased_before.sql', import.meta.url), 'utf8')

test('an application that a release before erasedAt erased gets it from the tombstone; others stay', async () => {
  const [before, other] = [createdEvent({}), createdEvent({})]
  for (const one of [before, other]) await services.receive(one)
  const { applicationId, candidate } = before.data
  const erasedAt = '2030-06-01T08:00:00.000Z'
  await publishErased(services.pipeline, candidate.id, { applicationIds: [applicationId], erasedAt })
  await erasuresConfirmed(services.pipeline, [candidate.id])
  const { sql } = services.pipeline.deps.db
  await sql`update application set erased_at = null where id = ${applicationId}`
  await sql`delete from outbox where subject = ${applicationErased.subject}`
  const read = async (id: number) => (await services.recruiter(1).get(`/api/v1/applications/${id}`)).body
  const { updatedAt } = await read(applicationId)
  const client = await openConnection(services.pipeline.databaseUrl, 60_000)
  for (let n = 0; n < 2; n++) await client.query(migration)
  await client.end()
  expect(await read(applicationId)).toMatchObject({ erasedAt, updatedAt })
  expect((await read(other.data.applicationId)).erasedAt).toBeNull()
  expect(await outboxEvents(services.pipeline, applicationErased.subject, applicationId)).toEqual([])
})
