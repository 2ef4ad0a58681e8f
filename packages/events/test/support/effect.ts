import type { Db } from '@jobboard/db/db'
import { consumer } from '../../src/consumer/consumer.ts'
import { thingChanged } from './thing.ts'

/** Counts what takes effect, and keeps the newest version per thing as every projection does. */
export const countEffects = consumer({
  name: 'things',
  filter: 'evt.jobs.>',
  events: [thingChanged],
  async handle(sql, event) {
    const { thingId, version } = event.data
    await sql`insert into effect (thing_id, version, event_id) values (${thingId}, ${version}, ${event.id})`
    await sql`
      insert into projection (thing_id, version) values (${thingId}, ${version})
      on conflict (thing_id) do update set version = excluded.version
      where projection.version < excluded.version`
  },
})

/** How often events took effect, and how many different ones. */
export async function effects(db: Db): Promise<{ total: number; different: number }> {
  const [row] = await db.sql<{ total: number; different: number }>`
    select count(*) as total, count(distinct event_id) as different from effect`
  return row!
}
