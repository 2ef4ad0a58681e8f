import type { keyStatuses } from '@jobboard/contracts/keys/key'
import { IDEMPOTENCY_HOURS, KEYS_PER_DAY, type LimitFamily } from '@jobboard/contracts/limits'

type Status = (typeof keyStatuses)[number]
type Scope = 'JobPosting' | 'Applications' | 'CvSearch' | 'Webhooks'

/** Texts of the pages of keys. */
export const texts = {
  place: 'API keys',
  none: '—',
  unavailable:
    'The service for keys cannot be reached right now. What you typed is kept here; send it again in a moment, it acts once.',
  statuses: {
    Active: 'Active',
    PendingApproval: 'Waiting for review',
    Revoked: 'Revoked',
    Expired: 'Expired',
  } satisfies Record<Status, string>,
  refusedStatus: 'Refused',
  scopes: {
    JobPosting: 'Write, publish and close jobs. Publishing spends JobPosting credits.',
    Applications: 'Read applications and the event feed, move candidates, write tags, notes and scorecards.',
    CvSearch: 'Search CVs and unlock candidates. Both spend credits.',
    Webhooks:
      'Manage webhook endpoints and their deliveries. What events say needs the scope of the event too: Applications or JobPosting.',
  } satisfies Record<Scope, string>,

  keyId: (id: number) => `key ${id}`,
  replaces: 'replaces',
  replacedBy: 'replaced by',

  list: {
    title: 'API keys',
    lead: 'A key lets your own systems act for your employer. Give each system a key of its own.',
    mint: 'New key',
    tabs: 'Keys by state',
    current: (count: string) => `In use ${count}`,
    ended: (count: string) => `Ended ${count}`,
    caption: 'Keys',
    columns: {
      name: 'Name',
      status: 'Status',
      scopes: 'May do',
      user: 'Writes as',
      lastUse: 'Last use',
      expires: 'Works until',
    },
    noEnd: 'No end',
    empty: {
      title: 'No key yet',
      text: 'Mint a key for the first system that shall call the API. Its text is shown once, right after that.',
    },
    emptyEnded: { title: 'No key has ended', text: 'Revoked, refused and expired keys are listed here.' },
  },

  waits: {
    cvSearch:
      'Every key with CvSearch is looked at by the platform before it works, unless the employer is a trusted partner.',
    noContract:
      'Your employer had neither an active contract nor a credit when this key was minted, so the platform looks at it first.',
    until: 'Until it is approved, every call with it is refused with 401. Nothing more is needed from you.',
  },
  refused: 'The platform has refused this key',
  refusedNext: 'A refused key stays refused. Mend what the reason says, then mint a new one.',

  mint: {
    title: 'New API key',
    lead: 'The text of the key is shown once, right after this form.',
    name: 'Name',
    nameHint: 'What will use it, such as “Careers page” or “ATS sync”.',
    scopes: 'What the key may do',
    scopesHint: 'Only what the system needs. This cannot be changed later.',
    waits: 'Waits for review first.',
    atOnce: 'Works at once.',
    user: 'Writes notes and scorecards as',
    userHint: 'Notes and scorecards that are written with the key carry this name.',
    nobody: 'Nobody: it cannot write notes or scorecards',
    expires: 'Last day',
    expiresHint: (zone: string) =>
      `The key works until the end of this day (${zone}). Empty: until it is revoked.`,
    expiresWrong: 'Choose a day from today on, or leave it empty.',
    submit: 'Mint the key',
    cancel: 'Back to the keys',
    review: {
      title: 'Which keys wait for a review',
      trusted: 'Your employer is a trusted partner: every key works at once.',
      someWait: 'A key with CvSearch waits until the platform approves it. Every other key works at once.',
      allWait:
        'Your employer has neither an active contract nor a credit, so every new key waits until the platform approves it.',
      unknown:
        'A key with CvSearch waits until the platform approves it. Whether others wait depends on your credits, which cannot be read right now.',
      perDay: `An employer can mint and rotate ${KEYS_PER_DAY} keys a day.`,
    },
    sentBefore: `This form has minted a key before. Its text cannot be shown again: the key was used or changed since, the form is older than ${IDEMPOTENCY_HOURS} hours, or its fields were changed after it was sent. You find the key in the list. To mint another one with these values, send the form once more.`,
  },

  minted: {
    title: 'Your new key',
    lead: (name: string) => `${name} can be used now.`,
    leadWaits: (name: string) => `${name} is minted, and waits for review.`,
    label: 'API key',
    gone: 'You will not see it again. When you leave or close this page, only the name of the key remains; a lost key is replaced by rotating it.',
    toKey: 'I have stored it: to the key',
    comment: '# The key itself; keep it out of files that others read',
  },

  show: {
    facts: 'The key',
    id: 'Id',
    ends: 'Begins and ends with',
    rotation: 'Rotation',
    scopes: 'May do',
    user: 'Writes notes and scorecards as',
    removedUser: (id: number) => `User ${id}, who was removed`,
    created: 'Minted',
    lastUse: 'Last use',
    expires: 'Works until',
    usage: 'Calls of the last 30 days',
    calls: 'Calls',
    served: 'Answered',
    refusedCalls: 'Refused',
    refusedHint: (share: string) => `${share} of all calls`,
    failed: 'Failed here',
    rateLimited: 'Over a limit',
    chart: 'Calls a day',
    unit: 'calls',
    series: {
      ok: 'Answered',
      clientErrors: 'Refused (4xx)',
      rateLimited: 'Over a limit (429)',
      serverErrors: 'Failed here (5xx)',
    },
    families: 'By group of endpoints',
    family: 'Group',
    limit: 'Limit a minute',
    familyNames: {
      jobs: 'Jobs',
      applications: 'Applications',
      me: 'Candidates themselves',
      employer: 'Employer, events and key',
      search: 'CV search',
      candidates: 'Candidates',
    } satisfies Record<LimitFamily, string>,
    unused: 'No calls in these days',
    unusedText: 'Try the call below. It costs nothing, and is counted here within 5 seconds.',
    unusedEnded: 'The key has ended.',
    tryLabel: 'What the key may do; put its text into API_KEY',
  },

  author: {
    title: 'Move the key to another user',
    text: 'Notes and scorecards that are written with the key from now on carry the name of this user; those written before keep theirs. The text of the key stays.',
    none: 'The key has no user, so notes and scorecards are refused. Everything else works.',
    user: 'User',
    choose: 'Choose a user.',
    submit: 'Move the key',
    done: 'The key is that of this user now.',
  },

  rotate: {
    title: 'Replace the key',
    text: 'A new key with the same name, rights and end takes its place. Put it into your system while the old one still works. A key is replaced once.',
    overlap: 'The old key works for',
    overlaps: {
      '86400': { label: '1 more day' },
      '3600': { label: '1 more hour' },
      '604800': { label: '7 more days' },
      '2592000': { label: '30 more days' },
      '0': { label: 'No longer', hint: 'It stops within a second. For a key that others have seen.' },
    } as Record<string, { label: string; hint?: string }>,
    overlapWrong: 'Choose how long the old key works.',
    stop: '“No longer” stops everything that uses the old key: I know',
    stopFirst: 'Tick this to stop the old key at once. Nothing was done yet.',
    submit: 'Replace the key',
    doneTitle: 'The replacement of your key',
    oldUntil: 'The old key works until',
    oldStopped: 'The old key does not work any more.',
  },
  revoke: {
    title: 'Revoke the key',
    text: 'For good: within a second every call with it is refused. Webhooks are still delivered.',
    question: 'Does nothing use this key any more?',
    tick: 'Yes, revoke it for good',
    untouched: 'Tick the box to revoke the key. Nothing was done yet.',
    submit: 'Revoke the key',
    done: (name: string) => `${name} is revoked. Calls with it are refused within a second.`,
  },
}
