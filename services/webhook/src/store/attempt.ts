import { fragment } from '@jobboard/db/sql'
import type { AttemptResponse } from '../domain/attempt-response.ts'

/** A stored attempt. */
export interface Attempt extends AttemptResponse {
  number: number
  /** Milliseconds since 1970. */
  startedAt: number
  durationMs: number
}

/** The attempts of delivery `d` in order, as one JSON column: read in the same statement as the delivery,
 * so the two are of the same moment. */
export const attemptsColumn = fragment`
  (select coalesce(json_agg(json_build_object('number', a.number, 'startedAt', extract(epoch from a.started_at) * 1000,
    'durationMs', a.duration_ms, 'statusCode', a.status_code, 'error', a.error, 'responseBody', a.response_body)
    order by a.number), '[]') from attempt a where a.delivery_id = d.id) as attempts`
