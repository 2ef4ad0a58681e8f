import { candidateErased } from '@jobboard/contracts/candidates/events'
import { eventually } from '@jobboard/testkit/eventually'
import { findTextInDatabase, findTextInStreams } from '@jobboard/testkit/find-text'
import { lockWait } from '@jobboard/testkit/lock-wait'
import { expect, test } from 'vitest'
import { insertApplication } from '../src/applications/store.ts'
import { lockApplicant } from '../src/profiles/store.ts'
import { countByStatus, outboxEvents, startCandidateSystem } from './support/setup.ts'

const system = await startCandidateSystem()

const NAME = 'Quirinbald'
const person = {
  firstName: NAME,
  lastName: 'Ostvik',
  email: 'quirinbald@erase.example',
  phone: '+47 5550199',
}
const letter = { confirm: true, coverLetter: `Kind regards, ${NAME}` }

const newPerson = () => system.newCandidate(person)
const erase = (candidateId: number) => system.admin.delete(`/admin/v1/candidates/${candidateId}`)
const apply = (candidateId: number, jobId: number) =>
  system.asCandidate(candidateId).post('/api/v1/me/applications', { jobId, ...letter })
const readErasure = async (erasureId: number) =>
  (await system.admin.get(`/admin/v1/erasures/${erasureId}`)).body

async function confirmedHere(erasureId: number): Promise<void> {
  await eventually('the confirmation of candidate', async () =>
    (await readErasure(erasureId)).services.some(
      ({ service, confirmedAt }: { service: string; confirmedAt: string | null }) =>
        service === 'candidate' && confirmedAt,
    ),
  )
}

const remains = () => {
  const { databaseUrl, deps } = system.services.candidate
  return Promise.all([findTextInDatabase(databaseUrl, [NAME]), findTextInStreams(deps.bus, [NAME])])
}

const list = async (query: string) => (await system.admin.get(`/admin/v1/erasures${query}`)).body
const idsOf = (page: { items: { erasureId: number }[] }) => page.items.map(({ erasureId }) => erasureId)

test('newest first, by state and by candidate, with every confirmation', async () => {
  const candidates = [await system.newCandidate(), await system.newCandidate(), await system.newCandidate()]
  const ids: number[] = []
  for (const id of candidates) {
    ids.push((await system.admin.delete(`/admin/v1/candidates/${id}`)).body.erasureId)
  }
  const all = await list('?pageSize=2')
  expect([all.total, idsOf(all)]).toEqual([3, [ids[2], ids[1]]])
  expect(all.items[0]).toMatchObject({ candidateId: candidates[2], completedAt: null })
  expect(all.items[0].services).toHaveLength(5)
  expect(idsOf(await list('?page=2&pageSize=2'))).toEqual([ids[0]])
  expect(idsOf(await list(`?candidateId=${candidates[0]}`))).toEqual([ids[0]])
  expect((await list('?candidateId=2000000000')).total).toBe(0)

  const { sql } = system.services.candidate.deps.db
  await sql`insert into erasure_confirmation (erasure_id, service, confirmed_at)
    select ${ids[1]!}, unnest(array['candidate', 'pipeline', 'search', 'webhook', 'accounts']), now()
    on conflict do nothing`
  await sql`update erasure set confirmations = 5 where id = ${ids[1]!}`
  expect(idsOf(await list('?completed=true'))).toEqual([ids[1]])
  expect((await list('?completed=true')).items[0].completedAt).not.toBeNull()
  expect(idsOf(await list('?completed=false'))).toEqual([ids[2], ids[0]])
  expect((await system.admin.get('/admin/v1/erasures?completed=maybe')).status).toBe(400)
  expect((await system.admin.get('/admin/v1/erasures?candidateId=x')).status).toBe(400)
})

test('202: rows, stored responses, outbox and stream hold nothing of the person; the applications are counted (P-118)', async () => {
  const key = { 'idempotency-key': 'create-1' }
  const created = await system.admin.send('POST', '/admin/v1/candidates', { body: person, headers: key })
  const candidateId = created.body.id
  const jobId = await system.newJob(1)
  expect((await apply(candidateId, jobId)).status).toBe(201)
  const [inDatabase] = await remains()
  expect(inDatabase.map((place) => place.split(':')[0])).toEqual(
    expect.arrayContaining([
      'candidate.first_name',
      'application.cover_letter',
      'outbox.payload',
      'idempotency.body',
    ]),
  )
  await eventually('the events on the stream', async () => (await remains())[1].length >= 2)

  const response = await erase(candidateId)
  expect([response.status, response.body]).toEqual([202, { erasureId: expect.any(Number) }])
  await confirmedHere(response.body.erasureId)
  expect(await remains()).toEqual([[], []])

  expect((await system.asCandidate(candidateId).get('/api/v1/me/profile')).status).toBe(404)
  expect((await system.asCandidate(candidateId).get('/api/v1/me/applications')).body.total).toBe(1)
  const repeated = await system.admin.send('POST', '/admin/v1/candidates', { body: person, headers: key })
  expect([repeated.status, repeated.body.code]).toEqual([404, 'not_found'])
  const updated = await system.admin.put(`/admin/v1/candidates/${candidateId}`, { headline: NAME })
  expect(updated.status).toBe(404)
  expect((await apply(candidateId, await system.newJob(1))).status).toBe(404)
  expect(await remains()).toEqual([[], []])
})

test('202 with the same erasure for a repetition; 404 for a candidate and an erasure that never existed', async () => {
  const candidateId = await newPerson()
  const responses = await Promise.all(Array.from({ length: 10 }, () => erase(candidateId)))
  expect(countByStatus(responses)).toEqual({ 202: 10 })
  expect(new Set(responses.map(({ body }) => body.erasureId)).size).toBe(1)
  const events = await outboxEvents(system.services.candidate, candidateErased.subject)
  expect(events.filter(({ payload }) => payload.candidateId === candidateId)).toHaveLength(1)
  expect((await erase(2_000_000_000)).status).toBe(404)
  expect((await system.admin.get('/admin/v1/erasures/2000000000')).status).toBe(404)
})

test('DELETE /me: 400 without confirm, nothing erased; 202 with it (P-118)', async () => {
  const candidateId = await newPerson()
  const me = system.asCandidate(candidateId)
  for (const body of [{}, { confirm: false }, { confirm: null }, { confirm: 'true' }]) {
    const refused = await me.send('DELETE', '/api/v1/me', { body })
    expect([refused.status, refused.body.code]).toEqual([400, 'confirmation_required'])
  }
  expect((await me.get('/api/v1/me/profile')).status).toBe(200)
  const response = await me.send('DELETE', '/api/v1/me', { body: { confirm: true } })
  expect([response.status, response.body]).toEqual([202, { erasureId: expect.any(Number) }])
  expect((await me.get('/api/v1/me/profile')).status).toBe(404)
  await confirmedHere(response.body.erasureId)
})

test('applies and profile changes beside the erasure leave nothing of the person, and each application is in the event', async () => {
  const jobs = await Promise.all(Array.from({ length: 8 }, () => system.newJob(1)))
  const ids = await Promise.all(Array.from({ length: 6 }, newPerson))
  const erasures = await Promise.all(
    ids.map(async (id) => {
      const writes = jobs.flatMap((jobId) => [
        apply(id, jobId),
        system.admin.put(`/admin/v1/candidates/${id}`, { headline: `${NAME} ${jobId}` }),
      ])
      const [erasure, ...responses] = await Promise.all([erase(id), ...writes])
      for (const { status } of responses) expect([200, 201, 404]).toContain(status)
      return erasure.body.erasureId as number
    }),
  )
  for (const erasureId of erasures) await confirmedHere(erasureId)
  expect(await remains()).toEqual([[], []])
  const events = await outboxEvents(system.services.candidate, candidateErased.subject)
  for (const id of ids) {
    const stored = await system.services.candidate.deps.db.sql<{ id: number }>`
      select id from application where candidate_id = ${id} order by id`
    const event = events.find(({ payload }) => payload.candidateId === id)
    expect(event?.payload.applicationIds).toEqual(stored.map((row) => row.id))
  }
})

test('an erasure waits for an apply that has read the candidate, and names its application', async () => {
  const [candidateId, jobId] = [await newPerson(), await system.newJob(1)]
  const { db } = system.services.candidate.deps
  let erasing: ReturnType<typeof erase> | undefined
  const applied = await db.tx(async (sql) => {
    await lockApplicant(sql, candidateId, { jobId, day: '2030-01-01' })
    erasing = erase(candidateId)
    await lockWait(db.sql)
    return insertApplication(sql, {
      ...{ candidateId, jobId, employerId: 1, jobTitle: 'Keeper', employerName: 'Fjord', status: 'New' },
      ...{
        applicationType: 'Api',
        isAiAssisted: true,
        coverLetter: NAME,
        resumeUrl: null,
        screeningAnswers: [],
      },
      ...{ appliedAt: new Date(), updatedAt: new Date() },
    })
  })
  const { erasureId } = (await erasing)!.body
  const events = await outboxEvents(system.services.candidate, candidateErased.subject)
  const event = events.find(({ payload }) => payload.erasureId === erasureId)
  expect(event?.payload.applicationIds).toEqual([applied!.id])
  await confirmedHere(erasureId)
  expect(await remains()).toEqual([[], []])
})
