import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { eventually } from '@jobboard/testkit/eventually'
import { findTextInDatabase } from '@jobboard/testkit/find-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

const NAME = 'Theudelinde'

let system: WebhookSystem
let subscriptionId: number
beforeAll(async () => {
  system = await openWebhookSystem()
  // A receiver whose responses name the person.
  system.receiver.respond((response, { body }) => void response.end(`${NAME}: ${body}`))
  subscriptionId = (await system.subscribe()).id
})
afterAll(() => system.stop())

const attempts = () => system.webhook.deps.db.sql<{ applicationId: string; responseBody: string | null }>`
  select convert_from(body, 'utf8')::json #>> '{data,applicationId}' as application_id, response_body
  from attempt join delivery on delivery.id = delivery_id join event on event.id = event_id order by 1`

/** Submits applications and waits until the receiver's responses are stored. Returns the ids of the deliveries. */
async function deliver(...applications: { applicationId: number; jobTitle?: string }[]): Promise<string[]> {
  const eventIds = new Set<string>()
  for (const application of applications) eventIds.add(await system.submit(application))
  return eventually('the deliveries', async () => {
    const rows = await system.deliveries(subscriptionId, 'Succeeded')
    const ids = rows.filter(({ eventId }) => eventIds.has(eventId)).map(({ id }) => id)
    return ids.length === eventIds.size ? ids : undefined
  })
}

test('responses of receivers about the applications of the person are erased, others stay', async () => {
  const { webhook, receiver } = system
  const ids = await deliver(
    { applicationId: 501 },
    { applicationId: 502 },
    { applicationId: 5010 },
    { applicationId: 503, jobTitle: '"applicationId":501' },
  )
  const events = () => webhook.deps.db.sql`select * from event order by id`
  const before = await events()
  expect((await attempts()).filter(({ responseBody }) => responseBody?.includes(NAME))).toHaveLength(4)
  await publishErased(webhook, 33, { applicationIds: [501, 777] })
  await erasuresConfirmed(webhook, [33])
  expect(
    (await attempts()).map(({ applicationId, responseBody }) => [applicationId, responseBody === null]),
  ).toEqual([
    ['501', true],
    ['5010', false],
    ['502', false],
    ['503', false],
  ])
  // Events and deliveries stay, with the bytes that were sent.
  expect(await events()).toEqual(before)
  for (const id of ids) expect(receiver.requestsOf(id)).toHaveLength(1)
  expect(before.map(({ body }) => String(body)).toSorted()).toEqual(
    receiver.requests.map(({ body }) => String(body)).toSorted(),
  )
})

test('a response that a transaction stores that began before the erasure is erased by the second pass', async () => {
  const { webhook } = system
  const [deliveryId] = await deliver({ applicationId: 601 })
  const { db } = webhook.deps
  const tombstones = () => db.sql`select 1 from erased_candidate where candidate_id = 34`
  await db.tx(async (sql) => {
    await sql`select 1 from attempt limit 1`
    await publishErased(webhook, 34, { applicationIds: [601] })
    await eventually('the first pass', async () => (await tombstones()).length === 1)
    await sql`
      insert into attempt (delivery_id, number, started_at, duration_ms, status_code, response_body)
      values (${deliveryId}, 2, now(), 1, 200, ${`late ${NAME}`})`
  })
  await erasuresConfirmed(webhook, [34])
  const ofApplication = (await attempts()).filter(({ applicationId }) => applicationId === '601')
  expect(ofApplication.map(({ responseBody }) => responseBody)).toEqual([null, null])
  expect(await findTextInDatabase(webhook.databaseUrl, [`late ${NAME}`])).toEqual([])
})
