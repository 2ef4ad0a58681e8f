import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'

let net: Network
beforeAll(async () => {
  net = await network({
    only: ['accounts', 'jobs', 'candidate', 'pipeline', 'search'],
    env: { RESYNC_SETTLE_MS: '0' },
  })
})
afterAll(() => net?.stop())

const copied = (name: 'jobs' | 'search') =>
  net.services[name].deps.db.sql<{ applicationId: number; employerId: number; jobId: number }>`
    select application_id, employer_id, job_id from application_copy order by application_id`

test('applications that are older than all events fill the copies of jobs and search by themselves, once (P-631)', async () => {
  const { pipeline, jobs, search } = net.services
  // As an upgrade finds it: applications in pipeline, no event of them, and copies that were never filled.
  await pipeline.deps.db.sql`
    insert into application (id, employer_id, job_id, job_title, candidate_id, name, email, application_type,
      status, is_ai_assisted, candidate, screening_answers, applied_at, updated_at, version)
    select i, 1 + i % 2, 5, 'Baker', i, 'Ada', 'ada@example.test', 'Web', 'New', false, '{}', '[]', now(), now(), 1
    from generate_series(1, 700) as i`
  for (const { deps } of [jobs, search])
    await deps.db.sql`insert into copy_to_fill values ('application_copy')`
  for (const name of ['jobs', 'search'] as const) {
    await eventually(`the copy of ${name}`, async () => (await copied(name)).length === 700, 60_000)
    expect((await copied(name))[6]).toEqual({ applicationId: 7, employerId: 2, jobId: 5 })
    const { sql } = net.services[name].deps.db
    await expect.poll(() => sql`select from copy_to_fill`, { message: name }).toEqual([])
  }
  const { body } = await net.admin.get('/admin/v1/audit?action=start-resync')
  const actors = body.items.map(({ actor }: { actor: string }) => actor)
  expect(actors.length).toBeGreaterThanOrEqual(1)
  expect(actors.length).toBeLessThanOrEqual(2)
  for (const actor of actors) expect(['jobs', 'search']).toContain(actor)
})
