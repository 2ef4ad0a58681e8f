import type { Sql } from '@jobboard/db/sql'

/** One request and what came of it; `responseBody` is its first 4 KiB. */
export interface Attempt {
  number: number
  startedAt: Date
  durationMs: number
  statusCode: number | null
  error: string | null
  responseBody: string | null
}

/** The attempts of a delivery, in order. */
export function listAttempts(sql: Sql, deliveryId: string): Promise<Attempt[]> {
  return sql<Attempt>`
    select number, started_at, duration_ms, status_code, error, response_body
    from attempt where delivery_id = ${deliveryId} order by number`
}
