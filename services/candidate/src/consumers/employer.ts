import { employerChanged } from '@jobboard/contracts/events/accounts'
import { consumer } from '@jobboard/events/consumer/consumer'
import { saveEmployer } from '../store/employer-copy.ts'

/** Keeps the names of employers. */
export const hearEmployers = consumer({
  name: 'employer',
  filter: 'evt.accounts.employer.>',
  events: [employerChanged],
  handle: (sql, { data }) => saveEmployer(sql, data),
})
