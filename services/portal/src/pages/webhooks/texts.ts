import type { deliveryStatuses } from '@jobboard/contracts/webhooks/deliveries'
import type { WebhookEvent } from '@jobboard/contracts/webhooks/public-events'

const one = (n: number, singular: string, plural: string) => (n === 1 ? singular : plural)
const events = {
  'application.submitted': 'A candidate applied to one of your jobs, in any way.',
  'application.status_changed': 'An application moved to another status, or its candidate withdrew it.',
  'job.expired': 'A job reached its expiry date.',
  'application.erased':
    'The candidate of an application was erased: delete your copies of the personal data.',
} satisfies Record<WebhookEvent, string>

/** Texts of the pages about webhooks. */
export const texts = {
  locale: 'en-GB',
  place: 'Webhooks',
  title: 'Webhooks',
  lead: 'Your servers receive a signed POST for each event, and again until they respond with 2xx.',
  add: 'Add endpoint',
  none: 'No endpoint yet',
  noneNext: 'Add the address of your server, choose events, and send it a test event.',
  list: 'Endpoints',
  columns: {
    endpoint: 'Endpoint',
    status: 'Status',
    events: 'Events',
    day: 'Last 24 hours',
    waiting: 'Waiting',
  },
  active: 'Active',
  disabled: 'Disabled',
  noAttempts: 'No attempts',
  share: (percent: string) => `${percent} succeeded`,
  sparkline: (succeeded: string, failed: string) =>
    `${succeeded} attempts succeeded and ${failed} failed, by hour`,
  held: (n: string) => `${n} held`,
  nextAt: 'next attempt',
  due: 'due now',
  attempted: 'No attempt is near any more.',
  nothing: 'Nothing',
  limit: (max: string) => `You have ${max} endpoints, which is the limit. Delete one first, or change one.`,

  newTitle: 'Add an endpoint',
  newLead: 'Events that happen from then on are sent to it.',
  url: 'Address of your server',
  urlHint: 'https, at a public address, on port 443 or one above 1023; no user name or password in it.',
  events: 'Events',
  eventSentences: events,
  createdTitle: 'The endpoint is added',
  secret: 'Signing secret',
  verify: 'Verify that a request is ours',
  verifyLead:
    'Keep the secret in your server’s environment as JOBBOARD_WEBHOOK_SECRET. Nobody without it can sign a request.',
  typescript: 'TypeScript (@jobboard/sdk)',
  python: 'Python (jobboard)',
  toEndpoint: 'Continue to the endpoint',
  testNext: 'Then send a test event from its page: it gets one attempt and counts for nothing.',

  tabs: { deliveries: 'Deliveries', again: 'Send again', settings: 'Settings' },
  views: 'Views of the endpoint',
  test: 'Send test event',
  tested: 'Accepted: the test event is sent now, with one attempt. What the receiver says appears here.',
  reasons: {
    failures:
      'Its last attempts failed one after the other, so it was disabled. Find out what the receiver said, mend it, then enable the endpoint.',
    operator: 'The platform’s staff disabled it. Ask them before you enable it again.',
    key: 'Somebody disabled it with an API key of your employer.',
    person: 'A person of your employer disabled it here.',
  },
  disabledTitle: (reason: string) => `This endpoint is disabled: ${reason}`,
  heldNow: (n: number, shown: string) =>
    n === 0
      ? 'No delivery is held. What happens while it is disabled is held and sent when it is enabled.'
      : `${shown} ${one(n, 'delivery is', 'deliveries are')} held. Nothing is lost: enabling makes ${one(n, 'it', 'them')} due within a minute.`,
  enable: (n: number, shown: string) =>
    n === 0 ? 'Enable' : `Enable and send ${shown} ${one(n, 'delivery', 'deliveries')}`,
  enabled: (n: number, shown: string) =>
    n === 0
      ? 'The endpoint is enabled.'
      : `The endpoint is enabled. Accepted: ${shown} held ${one(n, 'delivery becomes', 'deliveries become')} due within a minute.`,
  disable: 'Disable',
  disableLead:
    'For a maintenance of your receiver. Deliveries are held, not lost, and sent when it is enabled.',
  disabledNow: 'The endpoint is disabled. Deliveries are held until you enable it.',

  period: 'Period',
  periods: { '24': '24 hours', '168': '7 days', '720': '30 days' } as Record<string, string>,
  statShare: 'Succeeded',
  statAttempts: 'Attempts',
  statFailed: (n: string) => `${n} failed`,
  statP95: 'Latency, 95 %',
  statP50: (ms: string) => `half within ${ms}`,
  statWaiting: 'Waiting',
  heldHint: 'held until it is enabled',
  ms: (n: string) => `${n} ms`,
  seconds: (n: string) => `${n} s`,
  chartAttempts: 'Attempts',
  chartLatency: 'Latency in ms',
  hourUtc: 'Hour (UTC)',
  succeeded: 'Succeeded',
  failed: 'Failed',
  p50: 'Half',
  p95: '95 %',

  deliveries: 'Deliveries',
  noDeliveries: 'No delivery yet',
  noDeliveriesNext: 'Send a test event to see one, or wait for the next event.',
  noMatch: 'No delivery matches',
  noMatchNext: 'Choose another status, event or time.',
  clear: 'Clear the filter',
  filter: 'Filter',
  all: 'All',
  statuses: {
    Pending: 'Pending',
    Succeeded: 'Succeeded',
    DeadLettered: 'Given up',
    Cancelled: 'Cancelled',
  } satisfies Record<(typeof deliveryStatuses)[number], string>,
  since: 'From',
  until: 'Before',
  inZone: (zone: string) => `In ${zone}`,
  badTime: 'Enter a day and a time.',
  endBeforeStart: 'The end is before the beginning: enter a later time.',
  deliveryColumns: {
    event: 'Event',
    status: 'Status',
    response: 'Response',
    attempts: 'Failed',
    next: 'Next attempt',
    created: 'Created',
  },
  noResponse: 'None yet',
  heldShort: 'Held',
  depth: 'Only the newest 10 000 are listed. Choose a time to see older ones.',

  recover: 'Deliveries that were given up',
  recoverLead:
    'After the eighth failed attempt a delivery is given up. When your receiver works again, send all of them once more, under the same ids.',
  recoverSince: 'Created since',
  recoverCount: 'Count',
  recoverFound: (n: number, shown: string) =>
    `${shown} ${one(n, 'delivery was', 'deliveries were')} given up since then.`,
  recoverNow: (shown: string) => `Send ${shown} again`,
  recoverNone: 'None was given up since then. There is nothing to send again.',
  recovered: (n: number, shown: string) =>
    `Accepted: ${shown} ${one(n, 'delivery is', 'deliveries are')} due now.`,
  recoveredHeld: (n: number, shown: string) =>
    `Accepted: ${shown} ${one(n, 'delivery', 'deliveries')}, held until you enable the endpoint.`,
  replay: 'Events of a time',
  replayLead:
    'Sends events again, also those that arrived or that happened before this endpoint existed, as new deliveries with the same event ids. At most 30 days back and 100 000 events; one replay at a time.',
  replayTypes: 'Only these events',
  replayTypesHint: 'Without a choice: those of the endpoint.',
  replayUntilHint: 'Empty: until now.',
  replayConfirm: 'Your receiver gets events that it may have already.',
  replayTick: 'It recognises them by their id',
  replayNow: 'Send events again',
  replayed: (n: number, shown: string) =>
    n === 0
      ? 'There was no such event in that time, so nothing is sent.'
      : `Accepted: ${shown} ${one(n, 'event is', 'events are')} sent again, oldest first.`,
  replayedHeld: (n: number, shown: string) =>
    `Accepted: ${shown} ${one(n, 'event', 'events')}, held until you enable the endpoint.`,

  settings: 'Address and events',

  delivery: 'Delivery',
  terms: {
    event: 'Event',
    eventId: 'Event id',
    deliveryId: 'Delivery id',
    created: 'Created',
    next: 'Next attempt',
    endpoint: 'Endpoint',
  },
  onEnable: 'When the endpoint is enabled',
  attempts: 'Attempts',
  attempt: (n: string) => `Attempt ${n}`,
  notTried: 'Not tried yet',
  notTriedNext: 'The first attempt is due; load the page again in a moment.',
  took: (ms: string) => `took ${ms}`,
  said: (n: string) => `What the receiver said to attempt ${n} (the first 4 KiB)`,
  saidNothing: 'The response had no body, or it is not kept.',
  todo: 'What to do',
  payload: 'Payload',
  formatted: 'Formatted, to read',
  exact: 'Exactly as sent and signed',
  again: 'Send again',
  againLead: {
    finished: 'Starts a new series of attempts, with the same delivery id and bytes.',
    pending: 'Its next attempt is due now instead of at the time above.',
    held: 'The endpoint is disabled: the delivery waits until it is enabled.',
  },
  sentAgain: 'Accepted: the delivery is due now. Load this page again to see what the receiver said.',
  sentAgainHeld: 'Accepted, but the endpoint is disabled: the delivery is held until you enable it.',
}
