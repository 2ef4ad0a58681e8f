import { texts as own } from './texts.ts'

/** Texts of the pages of the staff about deliveries; the others are those of the employers' pages. */
export const staffTexts = {
  place: 'Deliveries',
  title: 'Deliveries',
  lead: 'Webhook deliveries of all employers, newest first, also of deleted endpoints.',
  none: 'No delivery matches',
  noneNext: 'Choose another status, employer, endpoint or time.',
  clear: 'Clear the filter',
  employerId: 'Employer id',
  subscriptionId: 'Endpoint id',
  columns: { ...own.deliveryColumns, employer: 'Employer', endpoint: 'Endpoint' },
  badId: 'Enter an id, such as 12.',
  back: 'All deliveries',
  employer: (id: number) => `Employer ${id}`,
  endpoint: (id: number) => `Endpoint ${id}`,
  recover: 'Send again what was given up',
  recoverLead: (id: number) =>
    `All deliveries of endpoint ${id} that were given up or cancelled since the time below become due now, under the same ids.`,
  recoverPick: 'To send again all that was given up, filter by an endpoint id.',
  recoverConfirm: (id: number) => `The receiver of endpoint ${id} gets all of them at once.`,
  recoverTick: 'Its receiver works again',
  recoverNow: 'Send again',
  recovered: (n: number, shown: string) =>
    n === 0
      ? 'Nothing was given up since then, so nothing is sent.'
      : `Accepted: ${shown} ${n === 1 ? 'delivery is' : 'deliveries are'} due now. While an endpoint is disabled they are held.`,
  badRecovery: 'Nothing was sent: choose a time and tick the confirmation.',
  sentAgain:
    'Accepted: the delivery is due now, and held while its endpoint is disabled. What the receiver says appears here.',
  againLead: 'Starts a new series of attempts, with the same delivery id and bytes.',
}
