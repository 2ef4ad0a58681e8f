import { eventually } from '@jobboard/testkit/eventually'
import type { Network } from '@jobboard/testkit/network'
import { expect } from 'vitest'
import { openOperator } from '../operator.ts'
import type { Changes } from './employers.ts'

const has = (fields: object) => expect.objectContaining(fields)

/** Webhook subscriptions and deliveries. */
export function webhookChanges(system: Network, receiverUrl: string): Changes {
  const { make, newEmployer } = openOperator(system)
  const subscribe = async (url = receiverUrl) => {
    const { signingSecret: _, ...shown } = await make(
      'POST',
      `/employers/${await newEmployer()}/webhook-subscriptions`,
      { url },
    )
    return {
      ...shown,
      path: `/webhook-subscriptions/${shown.id}`,
      object: `webhook-subscription ${shown.id}`,
    }
  }

  return {
    'create-subscription': async () => ({
      path: `/employers/${await newEmployer()}/webhook-subscriptions`,
      body: { url: receiverUrl },
      object: /^webhook-subscription \d+$/,
      before: null,
      after: has({ url: receiverUrl, status: 'Active' }),
    }),
    'change-subscription': async () => {
      const { path, object, ...shown } = await subscribe()
      const events = ['job.expired']
      return { path, body: { events }, object, before: has(shown), after: has({ ...shown, events }) }
    },
    'disable-subscription': async () => {
      const { path, object } = await subscribe()
      const [before, after] = [has({ status: 'Active' }), has({ status: 'Disabled' })]
      return { path: `${path}/disable`, object, before, after }
    },
    'enable-subscription': async () => {
      const { path, object } = await subscribe()
      await make('POST', `${path}/disable`)
      const [before, after] = [has({ status: 'Disabled' }), has({ status: 'Active' })]
      return { path: `${path}/enable`, object, before, after }
    },
    'rotate-secret': async () => {
      const { path, object } = await subscribe()
      const after = { previousSecretUntil: expect.any(String) }
      return { path: `${path}/rotate-secret`, body: {}, object, before: null, after }
    },
    'test-subscription': async () => {
      const { path, object } = await subscribe()
      return { path: `${path}/test`, object, before: null, after: { deliveryId: expect.any(String) } }
    },
    'delete-subscription': async () => {
      const { path, object, ...shown } = await subscribe()
      return { path, object, before: has(shown), after: null }
    },
    'recover-deliveries': async () => {
      // Nothing listens there.
      const { path, object } = await subscribe('http://127.0.0.1:9/hooks')
      const { deliveryId: id } = await make('POST', `${path}/test`)
      await eventually('the delivery is cancelled', async () => {
        return (await make('GET', `/webhook-deliveries/${id}`)).status === 'Cancelled'
      })
      // As a delivery of an event is after its eighth failed attempt.
      await system.services.webhook.deps.db.sql`
        update delivery set is_test = false, status = 'DeadLettered' where id = ${id}`
      const since = '2020-01-01T00:00:00.000Z'
      return { path: `${path}/recover`, body: { since }, object, before: null, after: { since, count: 1 } }
    },
    redeliver: async () => {
      const { path } = await subscribe()
      const { deliveryId: id } = await make('POST', `${path}/test`)
      const status = await eventually('the delivery is finished', async () => {
        const delivery = await make('GET', `/webhook-deliveries/${id}`)
        return delivery.status !== 'Pending' && delivery.status
      })
      return {
        path: `/webhook-deliveries/${id}/redeliver`,
        object: `webhook-delivery ${id}`,
        before: has({ id, status }),
        after: has({ id, status: 'Pending', failedAttempts: 0 }),
      }
    },
  }
}
