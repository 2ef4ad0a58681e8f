import type { Sql, Tx } from '@jobboard/db/sql'
import { AckPolicy, DeliverPolicy, JetStreamApiError } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import type { Bus } from '../nats/bus.ts'
import { isStreamMissing } from '../nats/stream-error.ts'
import { streamOfFilter } from '../nats/topology.ts'

/** Aggregates of one noun of one service, by id. */
export interface Aggregates {
  owner: string
  noun: string
  ids: readonly string[]
}

/** Deletes the failed events and the dead letters of aggregates, events and states alike. Their inbox rows stay. */
export async function deleteStoredEvents(sql: Tx, { owner, noun, ids }: Aggregates): Promise<void> {
  const subjects = [`evt.${owner}.${noun}.%`, `state.${owner}.${noun}.%`]
  await sql`delete from event_attempt where subject like any(${subjects}) and aggregate_id = any(${ids})`
  await sql`delete from dead_letter where subject like any(${subjects}) and aggregate_id = any(${ids})`
}

/** Deletes the events of aggregates from the outbox of their owner, published or not. Reads it by `aggregate_id`: the
 * owner's migrations have an index for these subjects. */
export async function deleteOutboxEvents(sql: Tx, { owner, noun, ids }: Aggregates): Promise<void> {
  await sql`
    delete from outbox where subject like ${`evt.${owner}.${noun}.%`} and aggregate_id = any(${ids})`
}

/** Whether the relay has published the erasures of these candidates. It reads them before all other rows, one batch after
 * the other: then it holds no batch in memory that was read before. */
export async function areErasuresPublished(sql: Sql, candidateIds: readonly number[]): Promise<boolean> {
  const rows = await sql`
    select 1 from outbox where published_at is null and subject like 'evt.%.candidate.erased.%'
      and (subject like 'evt.%.candidate.erased.%' or subject like 'evt.%.erasure.confirmed.%')
      and aggregate_id = any(${candidateIds.map(String)}) limit 1`
  return rows.length === 0
}

const FETCH = 2_000
const FETCH_TIMEOUT_MS = 5_000
const PARALLEL_DELETES = 32
/** No message at this sequence number: it was deleted before. */
const ALREADY_DELETED = new Set([10037, 10043, 10057])

/** Deletes the messages of aggregates from the streams of events and states; their bytes are overwritten. Reads the
 * headers of every message of the noun, once however many aggregates. Returns how many it deleted. */
export async function deleteMessages(bus: Bus, { owner, noun, ids }: Aggregates): Promise<number> {
  const wanted = new Set(ids)
  let deleted = 0
  for (const kind of ['evt', 'state']) {
    const filter = `${kind}.${owner}.${noun}.>`
    const stream = streamOfFilter(filter)
    const sequences = await findMessages(bus, stream, filter, wanted)
    for (let i = 0; i < sequences.length; i += PARALLEL_DELETES) {
      const batch = sequences.slice(i, i + PARALLEL_DELETES)
      await Promise.all(batch.map((seq) => deleteMessage(bus, stream, seq)))
    }
    deleted += sequences.length
  }
  return deleted
}

async function findMessages(
  bus: Bus,
  stream: string,
  filter: string,
  aggregateIds: ReadonlySet<string>,
): Promise<number[]> {
  const { consumers } = bus.jsm
  const config = {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.All,
    filter_subject: filter,
    headers_only: true,
    mem_storage: true,
    inactive_threshold: nanos(2 * FETCH_TIMEOUT_MS),
  }
  const added = await consumers.add(stream, config).catch((error: unknown) => {
    if (!isStreamMissing(error)) throw error
  })
  if (!added) return []
  const source = await bus.js.consumers.get(stream, added.name)
  const sequences: number[] = []
  // Messages that are published meanwhile are not of the person: the outbox holds no such event any more.
  for (let left = added.num_pending; left > 0; ) {
    const batch = await source.fetch({ max_messages: Math.min(FETCH, left), expires: FETCH_TIMEOUT_MS })
    let received = 0
    for await (const { headers, seq } of batch) {
      received++
      if (aggregateIds.has(headers?.get('ce-subject') ?? '')) sequences.push(seq)
    }
    // A message that is deleted meanwhile, or acknowledged by every consumer of the states, is not delivered.
    if (received === 0) {
      const { num_pending } = await consumers.info(stream, added.name)
      if (num_pending > 0) throw new Error(`the messages of stream ${stream} could not be read`)
      break
    }
    left -= received
  }
  await consumers.delete(stream, added.name)
  return sequences
}

async function deleteMessage(bus: Bus, stream: string, seq: number): Promise<void> {
  await bus.jsm.streams.deleteMessage(stream, seq, true).catch((error: unknown) => {
    if (!(error instanceof JetStreamApiError && ALREADY_DELETED.has(error.code))) throw error
  })
}
