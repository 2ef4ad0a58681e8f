import type { Tx } from '@jobboard/db/sql'

/** Erases what receivers responded to the events of applications, and marks the events so that no later response is
 * stored: an employer's server may name the person. */
export async function eraseResponseBodies(sql: Tx, applicationIds: readonly number[]): Promise<void> {
  await sql`
    with erased as (
      update event set is_erased = true
      where type like 'application.%'
        and substring(encode(body, 'escape') from '"applicationId":([0-9]+)')::integer = any(${applicationIds}::integer[])
      returning id
    )
    update attempt set response_body = null
    from delivery join erased on erased.id = delivery.event_id
    where attempt.delivery_id = delivery.id and attempt.response_body is not null`
}
