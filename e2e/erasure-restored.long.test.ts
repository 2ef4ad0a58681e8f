import { applicationErased } from '@jobboard/contracts/applications/events'
import { fragment } from '@jobboard/db/sql'
import { eventually } from '@jobboard/testkit/eventually'
import { findTextInDatabase } from '@jobboard/testkit/find-text'
import { type Network, network } from '@jobboard/testkit/network'
import { retrying } from '@jobboard/testkit/retrying-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOperator } from './support/operator.ts'

const NAME = 'Xantippo'
const person = { firstName: NAME, lastName: 'Vanderquist', email: 'xantippo.v@erased.example' }
const draft = {
  ...{ title: 'Joiner', description: 'Joinery', city: 'Oslo', country: 'NO', employmentType: 'FullTime' },
  ...{ remoteType: 'OnSite', applyMethod: 'PlatformApply' },
}

let system: Network
beforeAll(async () => {
  system = await network()
})
afterAll(() => system?.stop())

/** Where the person is found in the databases that are restored. */
async function findTraces(): Promise<string[]> {
  const { pipeline, search } = system.services
  const places = [pipeline, search].map(({ databaseUrl }) => findTextInDatabase(databaseUrl, [NAME]))
  return (await Promise.all(places)).flat()
}

// A resync waits until the stream of the states is 15 s old.
test('services restored from a backup erase again with a resync of candidate', async () => {
  const { make, newEmployer, mint } = openOperator({ admin: retrying(system.admin) })
  const employerId = await newEmployer()
  await make('POST', `/employers/${employerId}/credits`, { kind: 'JobPosting', amount: 1 })
  const employer = system.api((await mint(employerId)).apiKey)
  const jobId = (await employer.post('/api/v1/jobs', draft)).body.id
  const expiryDate = new Date(Date.now() + 30 * 86_400_000)
  expect((await employer.post(`/api/v1/jobs/${jobId}/publish`, { expiryDate })).status).toBe(200)
  const { id: candidateId } = await make('POST', '/candidates', { ...person, isSearchable: true })
  const scopes = ['Profile', 'Applications', 'Apply']
  const { apiKey } = await make('POST', `/candidates/${candidateId}/api-keys`, { name: 'k', scopes })
  const applied = await system.api(apiKey).post('/api/v1/me/applications', { jobId, confirm: true })
  expect(applied.status, applied.text).toBe(201)
  const applicationId = applied.body.application.id
  await eventually('pipeline has the application', async () => {
    const rows = await system.services.pipeline.deps.db
      .sql`select 1 from application where id = ${applicationId}`
    return rows.length > 0
  })
  const { erasureId } = await make('DELETE', `/candidates/${candidateId}`)
  const isComplete = async () => (await make('GET', `/erasures/${erasureId}`)).completedAt !== null
  await eventually('the confirmations of all services', isComplete)
  expect(await findTraces()).toEqual([])

  // As after a restore: no tombstone, and the person is there.
  const { pipeline, search } = system.services
  for (const { deps } of [pipeline, search]) {
    await deps.db.sql`delete from erased_candidate where candidate_id = ${candidateId}`
  }
  await pipeline.deps.db
    .sql`update application set name = ${NAME}, email = ${person.email}, erased_at = null where id = ${applicationId}`
  const erasedEvents = fragment`subject = ${applicationErased.subject} and aggregate_id = ${String(applicationId)}`
  await pipeline.deps.db.sql`delete from outbox where ${erasedEvents}`
  await search.deps.db.sql`
    insert into candidate (id, version, is_searchable, last_active_at, profile)
    values (${candidateId}, 1, true, now(), ${JSON.stringify(person)})`
  expect((await findTraces()).length).toBeGreaterThan(1)
  await make('POST', '/resync', { service: 'candidate' })
  await eventually('the erasure of what was restored', async () => (await findTraces()).length === 0, 90_000)
  const caller = { employerId, userId: null, keyId: 1, scopes: ['Applications'] }
  const recruiter = { kind: 'recruiter' as const, ...caller }
  const { total } = (await pipeline.as(recruiter).get(`/api/v1/jobs/${jobId}/applications`)).body
  expect(total).toBe(1)
  // Published again, with the id that it had: employers see it once.
  await eventually('the event is published again', async () => {
    const rows = await pipeline.deps.db
      .sql`select 1 from outbox where ${erasedEvents} and published_at is not null`
    return rows.length === 1
  })
  await eventually('webhook has consumed what was published', async () => {
    const { num_pending, num_ack_pending } = await system.services.webhook.deps.bus.jsm.consumers.info(
      'EVT_PIPELINE',
      'webhook_application_erased',
    )
    return num_pending + num_ack_pending === 0
  })
  const feed = await system.services.webhook.as(recruiter).get('/api/v1/events?types=application.erased')
  expect(feed.body.items.map(({ data }: { data: object }) => data)).toEqual([
    { applicationId, jobPostId: jobId, erasedAt: expect.any(String) },
  ])
})
