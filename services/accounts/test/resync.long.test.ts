import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Copies, copiesOf } from './support/copies.ts'
import { bootMetricsServices, type MetricsServices } from './support/metrics-services.ts'
import { createRandomActivity } from './support/random-activity.ts'

let services: MetricsServices
let copies: Copies
beforeAll(async () => {
  services = await bootMetricsServices()
  copies = copiesOf(services)
  await (await createRandomActivity(services, 1)).run(40)
})
afterAll(() => services?.stop())

// Consumers need two missed heartbeats, 10 s, to create their durables again, and the resync waits for 15 s.
test('the stream of states is lost during a resync: it starts again and restores every copy', async () => {
  const { jsm } = services.net.services.jobs.deps.bus
  await copies.sqlOf('jobs')`
    insert into job (employer_id, status, title, created_at, updated_at, version)
    select 77, 'Draft', 'Job ' || n, now(), now(), 1 from generate_series(1, 600) n`
  const id = await services.startResync('jobs')
  await eventually('the first page', async () => {
    const { body } = await services.net.admin.get(`/admin/v1/resync/${id}`)
    return body.done > 0
  })
  const [before] = await copies.sqlOf('jobs')<{ streamCreated: string }>`
    select stream_created from resync where finished_at is null`
  await jsm.streams.delete('STATE_JOBS')
  await services.resyncEnds(id)
  const [after] = await copies.sqlOf('jobs')<{ streamCreated: string }>`
    select stream_created from resync order by id desc limit 1`
  // The resync was faster than the deletion, or began again on the new stream.
  if (before) expect(after!.streamCreated).not.toBe(before.streamCreated)
  else await services.resyncEnds(await services.startResync('jobs'))
  await copies.areEqual()
}, 180_000)
