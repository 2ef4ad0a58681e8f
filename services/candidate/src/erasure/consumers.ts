import { erasingServices } from '@jobboard/contracts/candidates/erasure'
import { erasureConfirmed } from '@jobboard/contracts/candidates/events'
import { consumer } from '@jobboard/events/consumer/consumer'
import { insertConfirmation } from './store.ts'

/** Store the confirmations of the other services. One durable per owner, because a filter names one owner's stream. */
export const erasureConfirmedConsumers = erasingServices
  .filter((service) => service !== 'candidate')
  .map((service) =>
    consumer({
      name: `erasure_of_${service}`,
      filter: `evt.${service}.erasure.>`,
      events: [erasureConfirmed(service)],
      handle: (sql, { data }) => insertConfirmation(sql, { ...data, service }),
    }),
  )
