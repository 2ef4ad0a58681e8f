import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createdEvent } from './support/pipeline-with-jobs.ts'
import { startPipeline } from './support/start-pipeline.ts'

const services = await startPipeline()
const MIGRATION = new URL('../migrations/0155_single_name.sql', import.meta.url)

const nameOf = async (id: number) => (await services.author.get(`/api/v1/applications/${id}`)).body.name

/** Receives an application of a candidate with this name; returns its id. */
async function receive(firstName: string, lastName: string): Promise<number> {
  const jobId = await services.newJob(1)
  const { candidate } = createdEvent({}).data
  const { data } = await services.newApplication({ jobId, candidate: { ...candidate, firstName, lastName } })
  return data.applicationId
}

test('200: a single name is the name once, other names are first and last name (P-261)', async () => {
  expect(await nameOf(await receive('Suharto', 'Suharto'))).toBe('Suharto')
  expect(await nameOf(await receive('Ada', 'Quill'))).toBe('Ada Quill')
})

test('migration 0155 shortens the single names of stored applications and no other', async () => {
  const { sql } = services.pipeline.deps.db
  const [single, other, double] = [
    await receive('Suharto', 'Suharto'),
    await receive('Ada', 'Quill'),
    await receive('Ali', 'Ali Khan'),
  ]
  await sql`update application set name = 'Suharto Suharto' where id = ${single}`
  const statement = await readFile(MIGRATION, 'utf8')
  await sql(Object.assign([statement], { raw: [statement] }))
  expect(await nameOf(single)).toBe('Suharto')
  expect([await nameOf(other), await nameOf(double)]).toEqual(['Ada Quill', 'Ali Ali Khan'])
})
