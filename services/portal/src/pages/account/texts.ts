/** Texts of the page of the own account. */
export const texts = {
  title: 'Your account',
  lead: 'Who you are here, and where you are signed in.',
  who: 'Who you are',
  name: 'Name',
  role: 'Role',
  employer: 'Employer',
  staff: 'Staff of the platform',
  platform: 'Platform',
  roleHint: 'An admin of your employer, or an operator of the platform, changes it.',

  sessions: 'Where you are signed in',
  sessionsLead: 'At most 20 browsers; with one more, the one that was not used for longest is signed out.',
  browser: 'Browser',
  thisBrowser: 'this browser',
  unknownBrowser: 'Unknown browser',
  by: 'Signed in with',
  methods: { email: 'Mail', link: 'One-time link', oidc: 'Sign-in provider' },
  since: 'Since',
  lastUsed: 'Last use',
  ends: 'Ends',
  actions: 'Action',
  end: 'Sign out',
  endOf: (browser: string) => `Sign out ${browser}`,
  ended: 'That browser is signed out.',
  notThere: 'That browser was signed out before.',
  endOthers: 'Sign out all other browsers',
  endedOthers: (count: number) =>
    count === 0
      ? 'No other browser was signed in.'
      : count === 1
        ? 'One other browser is signed out.'
        : `${count} other browsers are signed out.`,
  endAll: 'Sign out everywhere, here too',
  none: 'No browser',

  signedOut: 'You are signed out.',
  signedOutEverywhere: 'You are signed out everywhere.',
}
