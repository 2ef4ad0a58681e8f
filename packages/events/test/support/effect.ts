import type { Db } from '@jobboard/db/db'
import { currentTraceparent } from '@jobboard/process/tracing/span'
import { type Consumer, consumer } from '../../src/consumer/consumer.ts'
import { parcelChanged } from './parcel.ts'

/** Records every effect, and projects the newest version per parcel. */
export const parcelConsumer = consumer({
  name: 'parcels',
  filter: 'evt.jobs.>',
  events: [parcelChanged],
  async handle(sql, event) {
    const { parcelId, version } = event.data
    await sql`insert into effect (parcel_id, version, event_id) values (${parcelId}, ${version}, ${event.id})`
    await sql`
      insert into projection (parcel_id, version) values (${parcelId}, ${version})
      on conflict (parcel_id) do update set version = excluded.version
      where projection.version < excluded.version`
  },
})

/** What `batchedParcelConsumer` stores of an event. */
export interface ParcelEffect {
  parcelId: number
  version: number
  note: string
  eventId: string
  traceparent: string | null
}

/** The same for all events that wait, in one transaction. `before` is called with each transaction's events. */
export const batchedParcelConsumer = ({
  prepare,
  before,
}: {
  prepare?: (() => unknown) | undefined
  before?: (effects: ParcelEffect[]) => unknown
} = {}): Consumer =>
  consumer({
    name: 'parcels',
    filter: 'evt.jobs.>',
    events: [parcelChanged],
    async prepare({ id: eventId, data }) {
      await prepare?.()
      return { ...data, eventId, traceparent: currentTraceparent() }
    },
    async handleMany(sql, effects) {
      await before?.(effects)
      for (const { parcelId, version, eventId, traceparent } of effects) {
        await sql`
          insert into effect (parcel_id, version, event_id, traceparent)
          values (${parcelId}, ${version}, ${eventId}, ${traceparent})`
      }
    },
  })

/** The number of recorded effects, and of distinct events among them. */
export async function countEffects(db: Db): Promise<{ total: number; distinct: number }> {
  const [row] = await db.sql<{ total: number; distinct: number }>`
    select count(*) as total, count(distinct event_id) as distinct from effect`
  return row!
}
