import { eventType } from '@jobboard/contracts/event'
import type { Db } from '@jobboard/db/db'
import { failpoint } from '@jobboard/process/failpoint'
import { z } from 'zod'
import { appendEvent } from '../../src/publisher/outbox.ts'

/** The event of a sample aggregate, a parcel with a version and a note. */
export const parcelChanged = eventType(
  'jobs',
  'parcel.changed',
  1,
  z.object({ parcelId: z.int(), version: z.int(), note: z.string() }),
)
export const parcelMoved = eventType('jobs', 'parcel.moved', 1, z.object({ parcelId: z.int() }))
export const parcelChangedV2 = eventType('jobs', 'parcel.changed', 2, z.object({ other: z.string() }))

/** Creates the tables of the tests: the publisher's state, and the effects and projection of a consumer. */
export async function createParcelTables(db: Db): Promise<void> {
  await db.sql`create table parcel (id integer primary key, version integer not null)`
  await db.sql`create table effect (id bigint generated always as identity, parcel_id integer, version integer, event_id text, traceparent text)`
  await db.sql`create table projection (parcel_id integer primary key, version integer not null)`
}

/** Changes a parcel and appends its event in one transaction. Returns the event id. */
export function changeParcel(db: Db, parcelId: number, note = ''): Promise<string> {
  return db.tx(async (sql) => {
    const [parcel] = await sql<{ version: number }>`
      insert into parcel (id, version) values (${parcelId}, 1)
      on conflict (id) do update set version = parcel.version + 1 returning version`
    const { version } = parcel!
    const id = await appendEvent(sql, parcelChanged, {
      aggregateId: parcelId,
      aggregateVersion: version,
      occurredAt: new Date(),
      data: { parcelId, version, note },
    })
    failpoint('publisher-before-commit')
    return id
  })
}

/** Changes parcels with ids from 0 to 24 in turn, one after the other. */
export async function changeParcels(db: Db, count: number, from = 0): Promise<void> {
  for (let i = 0; i < count; i++) await changeParcel(db, (from + i) % 25)
}
