import { applicationSubmitted } from '@jobboard/contracts/applications/events'
import { blankProfile } from '@jobboard/testkit/blank-profile'
import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { eventually } from '@jobboard/testkit/eventually'
import { findTextInDatabase } from '@jobboard/testkit/find-text'
import { expect, test } from 'vitest'
import { createdEvent, outboxEvents } from './support/pipeline-with-jobs.ts'
import { startPipeline } from './support/start-pipeline.ts'

const NAME = 'Gundolfine'

const services = await startPipeline()

let lastCandidate = 50_000
/** The event of an application of this candidate, and the application as `candidate.erased` names it. */
function application(candidateId: number) {
  const body = createdEvent({
    candidate: {
      ...blankProfile,
      id: candidateId,
      firstName: NAME,
      lastName: 'Q',
      email: 'g@erased.example',
    },
    coverLetter: `Yours, ${NAME}`,
    appliedAt: new Date().toISOString(),
  })
  const { applicationId, employerId, jobId, jobTitle, applicationType, isAiAssisted, appliedAt } = body.data
  return {
    body,
    recent: { applicationId, employerId, jobId, jobTitle, applicationType, isAiAssisted, appliedAt },
  }
}
const find = () => findTextInDatabase(services.pipeline.databaseUrl, [NAME])

test('an application whose event arrives after the erasure is stored without the person and counted once (P-121)', async () => {
  const candidateId = ++lastCandidate
  const { body, recent } = application(candidateId)
  const later = application(candidateId).body
  await publishErased(services.pipeline, candidateId, {
    applicationIds: [recent.applicationId],
    recentApplications: [recent],
  })
  await erasuresConfirmed(services.pipeline, [candidateId])
  const stored = await services.recruiter(1).get(`/api/v1/applications/${recent.applicationId}`)
  expect(stored.body).toMatchObject({ name: 'Erased candidate', email: '', coverLetter: null })

  for (const late of [body, later, { ...later, eventId: crypto.randomUUID() }]) await services.receive(late)
  for (const { data } of [body, later]) {
    expect(
      await outboxEvents(services.pipeline, applicationSubmitted.subject, data.applicationId),
    ).toHaveLength(1)
  }
  const assessed = await services
    .recruiter(1)
    .get(`/api/v1/applications/${recent.applicationId}/ai-assessment`)
  expect(assessed.status).toBe(404)
  expect(await find()).toEqual([])
})

test('stages and criteria of scorecards go, and labels and stages in the paths of stored requests; verdicts stay (P-120)', async () => {
  const candidateId = ++lastCandidate
  const { body, recent } = application(candidateId)
  await services.receive(body)
  const { body: other } = application(++lastCandidate)
  const otherId = other.data.applicationId
  await services.receive({
    ...other,
    data: { ...other.data, candidate: { ...blankProfile, id: lastCandidate }, coverLetter: null },
  })
  const recruiter = services.recruiter(1)
  const card = (name: string) => ({
    recommendation: 'Yes',
    comments: name,
    ratings: [
      { criterion: `How ${name} talks`, score: 5 },
      { criterion: `${name} at work`, score: 2 },
    ],
  })
  const write = async (id: number, name: string) => {
    const path = `/api/v1/applications/${id}`
    for (const stage of [`talk with ${name}`, `${name} again`, 'erased 1']) {
      await recruiter.put(`${path}/scorecards/${encodeURIComponent(stage)}`, card(name))
    }
    await recruiter.post(`${path}/tags`, { label: name })
    for (const path_ of [`${path}/tags/${name}`, `${path}/tags/not-${name}`, `${path}/scorecards/${name}`]) {
      await recruiter.delete(path_, { 'idempotency-key': `delete-${path_}` })
    }
  }
  await write(recent.applicationId, NAME)
  await write(otherId, 'Waldtraut')

  await publishErased(services.pipeline, candidateId, { applicationIds: [recent.applicationId] })
  await erasuresConfirmed(services.pipeline, [candidateId])
  const cardsOf = async (id: number) => (await recruiter.get(`/api/v1/applications/${id}/scorecards`)).body
  const cards: Record<string, unknown>[] = await cardsOf(recent.applicationId)
  expect(cards.map(({ stage }) => stage).sort()).toEqual(['erased 1', 'erased 2', 'erased 3'])
  for (const one of cards) {
    expect(one).toMatchObject({
      recommendation: 'Yes',
      comments: null,
      ratings: [
        { criterion: '', score: 5 },
        { criterion: '', score: 2 },
      ],
    })
  }
  // A second erasure, as of a resync, changes nothing.
  await publishErased(services.pipeline, candidateId, { applicationIds: [recent.applicationId] })
  await eventually('the second confirmation', async () => {
    const rows = await services.pipeline.deps.db.sql`
      select 1 from outbox where subject like 'evt.pipeline.erasure.%' and aggregate_id = ${String(candidateId)}`
    return rows.length === 2
  })
  expect(await cardsOf(recent.applicationId)).toEqual(cards)
  const kept: Record<string, unknown>[] = await cardsOf(otherId)
  expect(kept.map(({ stage }) => stage).sort()).toEqual([
    'erased 1',
    'talk with waldtraut',
    'waldtraut again',
  ])
  expect(kept[0]!.ratings).toEqual(card('Waldtraut').ratings)
  expect(await findTextInDatabase(services.pipeline.databaseUrl, [`talk with ${NAME}`])).toEqual([])
  const stored = await services.pipeline.deps.db.sql`
    select path from idempotency where path like ${`%${NAME}%`} or path like ${`%${NAME.toLowerCase()}%`}`
  expect(stored).toEqual([])
  await recruiter.delete(`/api/v1/applications/${otherId}/tags/waldtraut`)
})

test('applications, notes, tags and moves beside 20 erasures leave nothing of the persons and lose no application', async () => {
  const candidates = Array.from({ length: 20 }, () => ++lastCandidate)
  const all = candidates.map((candidateId) => ({
    candidateId,
    own: [1, 2, 3].map(() => application(candidateId)),
  }))
  for (const { own } of all) await services.receive(own[0]!.body)
  await Promise.all(
    all.flatMap(({ candidateId, own }) => {
      const recentApplications = own.map(({ recent }) => recent)
      const path = `/api/v1/applications/${recentApplications[0]!.applicationId}`
      const recruiter = services.recruiter(1)
      return [
        ...own.map(({ body }) => services.receive(body)),
        publishErased(services.pipeline, candidateId, {
          applicationIds: recentApplications.map(({ applicationId }) => applicationId),
          recentApplications,
        }),
        recruiter.post(`${path}/notes`, { text: NAME }),
        recruiter.post(`${path}/tags`, { label: NAME }),
        recruiter.post(`${path}/status`, { status: 'Screened', note: NAME }),
        recruiter.put(`${path}/scorecards/${NAME}`, { recommendation: 'Yes', comments: NAME }),
      ]
    }),
  )
  await erasuresConfirmed(services.pipeline, candidates)
  expect(await find()).toEqual([])
  const [row] = await services.pipeline.deps.db.sql<{ count: number }>`
    select count(*) as count from application where candidate_id = any(${candidates}) and name = 'Erased candidate'`
  expect(row!.count).toBe(60)
  expect((await services.recruiter(1).get('/api/v1/tags')).body).toEqual([])
}, 60_000)

test('what a transaction stores that began before the erasure is erased by the second pass, which waits for it', async () => {
  const candidateId = ++lastCandidate
  const { body, recent } = application(candidateId)
  await services.receive(body)
  const { db } = services.pipeline.deps
  const tombstone = () => db.sql<{ isConfirmed: boolean }>`
    select confirmed_at is not null as is_confirmed from erased_candidate where candidate_id = ${candidateId}`
  await db.tx(async (sql) => {
    await sql`select 1 from application where id = ${recent.applicationId}`
    await publishErased(services.pipeline, candidateId, { applicationIds: [recent.applicationId] })
    await eventually('the first pass', async () => (await tombstone()).length === 1)
    // biome-ignore lint/plugin: the second pass, which looks every 50 ms, does nothing.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await tombstone()).toEqual([{ isConfirmed: false }])
    await sql`
      insert into note (employer_id, candidate_id, application_id, text, author_user_id, created_at, updated_at)
      values (1, ${candidateId}, ${recent.applicationId}, ${NAME}, 10, now(), now())`
  })
  await erasuresConfirmed(services.pipeline, [candidateId])
  expect(await find()).toEqual([])
})
