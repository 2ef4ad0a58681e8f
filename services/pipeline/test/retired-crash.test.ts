import { saveRetired } from '@jobboard/service/sandbox/retired-store'
import { boot } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { endOf, startServiceProcess } from '@jobboard/testkit/service-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { service } from '../src/service.ts'
import { bootPipeline, createdEvent, type PipelineAlone } from './support/pipeline-with-jobs.ts'

const SANDBOX = 31

// This replica purges nothing: that is left to the process with the failpoint.
const { purgeSandbox: _, ...idle } = service
let services: PipelineAlone
beforeAll(async () => {
  services = await bootPipeline(idle)
})
afterAll(() => services.stop())

test('SIGKILL in the second part of a purge: the first part stays deleted, and the next process deletes the rest (P-900)', async () => {
  const { db } = services.pipeline.deps
  const events = Array.from({ length: 230 }, () => createdEvent({ employerId: SANDBOX }))
  for (const event of events) await services.receive(event)
  const left = async () => (await db.sql`select 1 from application where employer_id = ${SANDBOX}`).length
  await db.tx((sql) => saveRetired(sql, SANDBOX, new Date()))
  const child = startServiceProcess('pipeline', services.pipeline, { FAILPOINTS: 'sandbox-purge:2' })
  expect(await endOf(child)).toBe('SIGKILL')
  expect(await left()).toBe(30)
  const { databaseUrl, natsUrl } = services.pipeline
  const replica = await boot(service, { databaseUrl, natsUrl })
  await eventually('the rest is deleted', async () => (await left()) === 0)
  await replica.stop()
})
