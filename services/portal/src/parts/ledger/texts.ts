/** Texts of the pages of credits. */
export const texts = {
  place: 'Credits',
  title: 'Credits',
  lead: 'What you have, what you have spent, and on what.',
  kinds: {
    JobPosting: 'Job posting',
    CvSearch: 'CV search',
    CvDownload: 'CV download',
  },
  uses: {
    JobPosting: 'One for each job that you publish',
    CvSearch: 'One for each page of results of a search',
    CvDownload: 'One for each candidate that you unlock, for 30 days',
  },
  low: (left: string) => `Only ${left} left. See below how to get more.`,
  ledger: 'The ledger of credits',
  balances: 'The balances',
  chart: 'Credits spent in the last 30 days',
  unit: 'credits',
  spending: 'Spending',
  cut: (kinds: string, count: string) =>
    `The chart has the newest ${count} entries of ${kinds}; older days are missing.`,
  entries: 'Entries',
  all: 'All',
  tabs: 'Entries by kind',
  columns: { cause: 'What for', kind: 'Kind', amount: 'Credits', time: 'When', entry: 'Entry' },
  older: 'Older entries',
  newest: 'Back to the newest entries',
  empty: {
    title: 'No entries yet',
    text: 'Each credit that you get, spend or get back will be listed here, with what it was for.',
  },
  more: 'How to get more',
  moreText: (employer: string, id: number) =>
    `Credits are granted by the platform. Write to your contact there, with the kind, the number of credits, and who you are: ${employer}, employer number ${id}. They count as soon as they appear here.`,
  causes: {
    publish: (id: string) => `Published job ${id}`,
    search: 'CV search',
    unlock: (id: string) => `Unlocked candidate ${id}`,
    granted: 'Granted by the platform',
    takenBack: 'Taken back by the platform',
    reversal: (id: string) => `Reversal of entry ${id}`,
  },
}
