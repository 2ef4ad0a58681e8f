import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { startPipeline } from './support/start-pipeline.ts'

const services = await startPipeline()
const { db } = services.pipeline.deps

const find = async (query: string) => (await services.author.get(`/api/v1/applications?${query}`)).body.total
const found = (query: string) =>
  eventually(`an application is found by ${query}`, async () => (await find(query)) > 0)

test('what the release before writes, and what is older than words, is found, sorted and filtered a moment later', async () => {
  const { applicationId: id } = (await services.newApplication({ jobId: await services.newJob(1) })).data
  await services.author.put(`/api/v1/applications/${id}/scorecards/onsite`, { recommendation: 'Yes' })
  // As that release leaves them.
  await db.sql`
    update application set list_words = null, list_name = '', list_score = -1, has_scorecard = false where id = ${id}`
  await found('q=quill')
  await found('hasScorecard=true')
  await found('minScore=0')
  const [row] = await db.sql`select list_name from application where id = ${id}`
  expect(row).toEqual({ listName: 'ada quill' })
})

test('of a person whom the release before erases or changes, nothing of before is found any more', async () => {
  const { applicationId: id } = (await services.newApplication({ jobId: await services.newJob(1) })).data
  const applied = await find('q=quill')
  await db.sql`
    update application set name = 'Erased candidate', email = '', headline = null, phone = null, erased_at = now()
    where id = ${id}`
  expect(await find('q=quill')).toBe(applied - 1)
  await eventually('its words are empty', async () => {
    const [row] =
      await db.sql`select from application where id = ${id} and list_words = '' and list_name = ''`
    return row
  })
  expect(await find('q=erased')).toBe(0)
})

test('the release before stores an assessment and a scorecard: the score sorts, the scorecard is found', async () => {
  const { applicationId: id } = (await services.newApplication({ jobId: await services.newJob(1) })).data
  await db.sql`delete from assessment where application_id = ${id}`
  await db.sql`
    insert into assessment (application_id, score, verdict, summary, rubric_scores, assessor, assessed_at)
    values (${id}, 99, 'StrongMatch', '', '[]', 'rubric/1', now())`
  await db.sql`
    insert into scorecard (application_id, author_user_id, stage, recommendation, ratings, created_at, updated_at)
    values (${id}, 555, 'onsite', 'Yes', '[]', now(), now())`
  const { body } = await services.author.get('/api/v1/applications?sort=-score&hasScorecard=true')
  expect(body.items[0]).toMatchObject({ id, assessmentScore: 99 })
  await db.sql`delete from scorecard where application_id = ${id}`
  const left = (await services.author.get('/api/v1/applications?sort=-score&hasScorecard=false')).body
  expect(left.items[0]).toMatchObject({ id, assessmentScore: 99 })
})
