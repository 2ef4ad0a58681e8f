import { fragment } from '@jobboard/db/sql'

/** One request and what came of it; `responseBody` is its first 4 KiB. */
export interface Attempt {
  number: number
  startedAt: number
  durationMs: number
  statusCode: number | null
  error: string | null
  responseBody: string | null
}

/** The attempts of delivery `d`, in order, as one column: read with their delivery, or the two could tell of different
 * moments. `startedAt` is in milliseconds since 1970. */
export const attemptsColumn = fragment`
  (select coalesce(json_agg(json_build_object('number', a.number, 'startedAt', extract(epoch from a.started_at) * 1000,
    'durationMs', a.duration_ms, 'statusCode', a.status_code, 'error', a.error, 'responseBody', a.response_body)
    order by a.number), '[]') from attempt a where a.delivery_id = d.id) as attempts`
