import type { Sql } from '@jobboard/db/sql'

/** A delivery that is due, with all that sending it needs. */
export interface Due {
  id: string
  eventId: string
  event: string
  body: Buffer
  attempts: number
  failedAttempts: number
  isTest: boolean
  subscriptionId: number
  employerId: number
  shard: number
  epoch: number
  url: string
  secret: Buffer
  previousSecret: Buffer | null
  previousSecretUntil: Date | null
}

/** What a sender may start: its shards, and what it has in hand already. */
export interface Room {
  shards: number[]
  /** Subscriptions with as many requests in flight as are allowed. */
  full: number[]
  inFlight: string[]
  perSubscription: number
  total: number
}

/** What is due now, the oldest of each subscription first and taking turns between subscriptions. */
export function listDue(sql: Sql, room: Room, now: Date): Promise<Due[]> {
  return sql<Due>`
    select d.id, d.event_id, e.type as event, e.body, d.attempts, d.failed_attempts, d.is_test,
      s.id as subscription_id, s.employer_id, s.shard, s.epoch, s.url,
      s.secret, s.previous_secret, s.previous_secret_until
    from subscription s
    cross join lateral (
      select *, row_number() over (order by due_at) as turn
      from delivery
      where subscription_id = s.id and status = 'Pending' and due_at <= ${now}
        and id <> all(${room.inFlight}::uuid[])
      order by due_at limit ${room.perSubscription}
    ) as d
    join event e on e.id = d.event_id
    where s.shard = any(${room.shards}::integer[]) and s.status = 'Active'
      and s.id <> all(${room.full}::integer[])
    order by d.turn, d.due_at limit ${room.total}`
}
