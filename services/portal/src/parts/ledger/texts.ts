import { kindTexts, ledgerTexts } from './ledger.ts'

/** Texts of the pages of credits. */
export const texts = {
  place: 'Credits',
  title: 'Credits',
  lead: 'What you have, what you have spent, and on what.',
  kinds: kindTexts,
  low: (left: string) => `Only ${left} left. See below how to get more.`,
  ledger: ledgerTexts.service,
  balances: ledgerTexts.balances,
  chart: 'Credits spent in the last 30 days',
  unit: 'credits',
  spending: 'Spending',
  cut: (kinds: string, count: string) =>
    `The chart has the newest ${count} entries of ${kinds}; older days are missing.`,
  entries: ledgerTexts.entries,
  all: 'All',
  tabs: ledgerTexts.tabs,
  more: 'How to get more',
  moreText: (employer: string, id: number) =>
    `Credits are granted by the platform. Write to your contact there, with the kind, the number of credits, and who you are: ${employer}, employer number ${id}. They count as soon as they appear here.`,
}
