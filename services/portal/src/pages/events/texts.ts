import { EVENT_FEED_DAYS } from '@jobboard/contracts/limits'
import type { WebhookEvent } from '@jobboard/contracts/webhooks/public-events'

/** Texts of the page of events. */
export const texts = {
  place: 'Events',
  title: 'Events',
  lead: `What has happened to your jobs and applications in the last ${EVENT_FEED_DAYS} days. Webhooks send the same events, and systems that cannot receive them read this feed.`,
  periods: {
    hour: 'Last hour',
    day: 'Last 24 hours',
    week: 'Last 7 days',
    all: `All ${EVENT_FEED_DAYS} days`,
  },
  periodsLabel: 'Time',
  since: 'From',
  sinceWrong: 'Enter a day and a time, such as 2026-11-23T14:05.',
  sinceHint: (zone: string) => `Events from this time on (${zone}).`,
  types: 'Events',
  show: 'Show',
  caption: 'Events, newest first',
  columns: { time: 'Time', what: 'What happened', body: 'Body' },
  body: 'Show the body',
  bodyLabel: (id: string) => `Event ${id}`,
  more: 'Older events',
  end: 'There are no older ones in this time.',
  what: {
    'application.submitted': ['Application ', ' was submitted to job '],
    'application.status_changed': ['Application ', ' moved from '],
    'job.expired': ['Job ', ' has expired'],
    'application.erased': ['Application ', ' was erased: delete your copies'],
  } satisfies Record<WebhookEvent, [string, string]>,
  to: ' to ',
  typeNames: {
    'application.submitted': 'Applications',
    'application.status_changed': 'Moves of applications',
    'job.expired': 'Ends of jobs',
    'application.erased': 'Erased candidates',
  } satisfies Record<WebhookEvent, string>,
  empty: {
    title: 'No events in this time',
    text: 'Applications, their moves and the end of jobs appear here within a second.',
    all: `Look at all ${EVENT_FEED_DAYS} days`,
  },
  none: {
    title: 'No events yet',
    text: 'Publish a job: the first application to it is the first event.',
  },
  gone: 'The event from which the list was to continue is not stored any more. The list begins again with the newest.',
}
