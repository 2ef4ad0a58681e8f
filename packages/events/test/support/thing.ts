import { eventType } from '@jobboard/contracts/event'
import type { Db } from '@jobboard/db/db'
import { failpoint } from '@jobboard/failpoint/failpoint'
import { z } from 'zod'
import { appendEvent } from '../../src/publisher/outbox.ts'

/** What the tests tell: a thing with a version, and an amount to count effects with. */
export const thingChanged = eventType(
  'jobs',
  'thing.changed',
  1,
  z.object({ thingId: z.int(), version: z.int(), note: z.string() }),
)
export const thingMoved = eventType('jobs', 'thing.moved', 1, z.object({ thingId: z.int() }))
export const thingChangedV2 = eventType('jobs', 'thing.changed', 2, z.object({ other: z.string() }))

/** Tables of the tests: the owner's state, and what a consumer made of it. */
export async function makeThingTables(db: Db): Promise<void> {
  await db.sql`create table thing (id integer primary key, version integer not null)`
  await db.sql`create table effect (id bigint generated always as identity, thing_id integer, version integer, event_id text)`
  await db.sql`create table projection (thing_id integer primary key, version integer not null)`
}

/** State and event in one transaction, as an owner does it. Returns the event id. */
export function changeThing(db: Db, thingId: number, note = ''): Promise<string> {
  return db.tx(async (sql) => {
    const [thing] = await sql<{ version: number }>`
      insert into thing (id, version) values (${thingId}, 1)
      on conflict (id) do update set version = thing.version + 1 returning version`
    const { version } = thing!
    const id = await appendEvent(sql, thingChanged, {
      aggregateId: thingId,
      aggregateVersion: version,
      occurredAt: new Date(),
      data: { thingId, version, note },
    })
    failpoint('owner-before-commit')
    return id
  })
}
