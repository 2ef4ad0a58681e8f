import { ApiError, notFound } from '@jobboard/contracts/error'
import * as endpoints from '@jobboard/contracts/operators/internal'
import type { DeadLetterDetail } from '@jobboard/contracts/operators/operations'
import type { UpstreamName } from '@jobboard/contracts/services'
import type { Tx } from '@jobboard/db/sql'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import * as store from '@jobboard/events/consumer/dead-letter'
import { recordAudit } from '../audit/record-audit.ts'
import { ConcurrentReplay } from '../http/handle.ts'
import { type Context, type Feature, type Route, route } from '../http/route.ts'

/** Lets the gateway list, retry and drop the dead letters of a service. */
export function deadLetters(name: UpstreamName, consumers: readonly Consumer[]): Feature {
  const toDetail = ({
    number,
    firstFailedAt,
    lastFailedAt,
    ...letter
  }: store.DeadLetter): DeadLetterDetail => ({
    ...letter,
    id: `${name}-${number}`,
    service: name,
    firstFailedAt: firstFailedAt.toISOString(),
    lastFailedAt: lastFailedAt.toISOString(),
  })

  const routes = [
    route(endpoints.listOwnDeadLetters(name), async ({ sql, query }) => {
      const { total, items } = await store.listDeadLetters(sql, query)
      return { body: { total, items: items.map(toDetail).map(toListed) } }
    }),

    route(endpoints.getOwnDeadLetter(name), async ({ sql, params }) => {
      const letter = await store.findDeadLetter(sql, params.number)
      if (!letter) throw notFound()
      return { body: toDetail(letter) }
    }),

    route(endpoints.retryOwnDeadLetter(name), async (context) => {
      const { service, sql, params } = context
      const before = await store.findDeadLetter(sql, params.number)
      if (!before) throw notFound()
      let isRetried = false
      try {
        return await context.commit(async (sql) => {
          isRetried = true
          if (!(await store.retryDeadLetter(sql, name, consumers, params.number))) throw new Gone()
          await audit(sql, context, 'retry-dead-letter', before, null)
          return { body: toDetail(before) }
        })
      } catch (error) {
        if (error instanceof Gone) throw notFound()
        // Another request holds the Idempotency-Key, or has used it.
        if (!isRetried || error instanceof ConcurrentReplay) throw error
        const after = await service.db.tx(async (sql) => {
          const letter = await store.recordFailedRetry(sql, params.number, error)
          if (letter) await audit(sql, context, 'retry-dead-letter', before, letter)
          return letter
        })
        if (!after) throw notFound()
        service.log.warn(
          { err: error, consumer: after.consumer, eventId: after.eventId },
          'dead letter failed again',
        )
        throw new ApiError(
          'invalid_state',
          `The event failed again (attempt ${after.attempts}): ${after.error}. Repair the cause, then retry, or drop it.`,
        )
      }
    }),

    route(endpoints.dropOwnDeadLetter(name), async (context) =>
      context.commit(async (sql) => {
        const letter = await store.deleteDeadLetter(sql, context.params.number)
        if (!letter) throw notFound()
        await audit(sql, context, 'drop-dead-letter', letter, null)
        return {}
      }),
    ),
  ]
  return { routes: routes as unknown as Route[] }
}

/** Another request retried or dropped the dead letter first. */
class Gone extends Error {}

type ByOperator = Pick<Context, 'service' | 'caller' | 'requestId' | 'now'> & {
  params: { number: number }
  body: { actor: string }
}

function audit(
  sql: Tx,
  { body, params, service, caller, requestId, now }: ByOperator,
  action: 'retry-dead-letter' | 'drop-dead-letter',
  before: store.DeadLetter,
  after: store.DeadLetter | null,
) {
  return recordAudit(
    sql,
    { service, caller, requestId, now },
    {
      actor: body.actor,
      action,
      entity: { type: 'dead-letter', id: `${service.name}-${params.number}` },
      before: toAudited(before),
      after: after && toAudited(after),
    },
  )
}

function toAudited({ consumer, subject, eventId, error, attempts }: store.DeadLetter) {
  return { consumer, subject, eventId, error, attempts }
}

function toListed({
  id,
  service,
  consumer,
  subject,
  error,
  attempts,
  firstFailedAt,
  lastFailedAt,
}: DeadLetterDetail) {
  return { id, service, consumer, subject, error, attempts, firstFailedAt, lastFailedAt }
}
