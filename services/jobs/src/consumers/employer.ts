import { employerChanged } from '@jobboard/contracts/events/accounts'
import { consumer } from '@jobboard/events/consumer/consumer'
import { saveEmployerCopy } from '../store/employer-copy.ts'

/** Copies employer names, which the job list of candidates shows. */
export const employerConsumer = consumer({
  name: 'employer',
  filter: 'evt.accounts.employer.>',
  events: [employerChanged],
  handle: (sql, { data }) => saveEmployerCopy(sql, data),
})
