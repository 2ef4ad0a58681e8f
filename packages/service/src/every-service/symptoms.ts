import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { Sample } from './observe.ts'

/** What the report of a process shows when something is wrong: the one list for `jobboard doctor`, deploy/alerts.yml and the
 * pages of docs/runbooks. A test compares them. */
export interface Symptom {
  metric: string
  /** The process that has the metric; every service without it. */
  of?: ServiceName
  /** Values of labels that count; all without it. */
  where?: Record<string, readonly string[]>
  /** A label whose values are looked at apart. */
  by?: string
  /** How the samples of all replicas are one value; the highest without it. */
  combine?: 'sum'
  /** To be looked at before it fails, and what does not work, as conditions of PromQL. */
  warn?: string
  fail?: string
  /** The alerts with these conditions. */
  alerts?: readonly string[]
  /** The page of docs/runbooks. */
  page: string
  /** What is checked, as `doctor` calls it. */
  check: string
  /** What was found: `who` is the service, or `label of service`. */
  what(value: number, who: string): string
  advice: string | ((service: string) => string)
}

const index = { check: 'search index', of: 'search', page: 'search-index.md' } as const
const consumer = { check: 'consumers', by: 'consumer', page: 'dead-letters.md' } as const
const keys = { check: 'keys', of: 'gateway', page: 'revoked-key-accepted.md' } as const

export const symptoms: readonly Symptom[] = [
  {
    ...{ check: 'streams', metric: 'relay_stream_missing', fail: '== 1', page: 'disk-full.md' },
    what: (_, service) => `the event stream of ${service} does not exist`,
    advice: 'Give NATS more disk space.',
  },
  {
    ...{ check: 'streams', metric: 'relay_stream_fill_ratio', warn: '> 0.85', fail: '> 0.94' },
    ...{ alerts: ['StreamNearlyFull', 'StreamFull'], page: 'stream-full.md' },
    what: (ratio, service) => `the event stream of ${service} is ${Math.round(ratio * 100)} % full`,
    advice: 'Find the reader that does not acknowledge; to gain time raise STREAM_MAX_BYTES.',
  },
  {
    ...{ check: 'outbox', metric: 'relay_oldest_unpublished_seconds', warn: '> 10', fail: '> 60' },
    ...{ alerts: ['OutboxStuck'], page: 'nats-down.md' },
    what: (seconds, service) => `an event of ${service} has waited for ${Math.round(seconds)} s`,
    advice: 'Look at NATS, and at the log of the service for "relay failed".',
  },
  {
    ...{ check: 'outbox', metric: 'relay_leader', combine: 'sum', warn: '!= 1' },
    ...{ alerts: ['NoRelayLeader'], page: 'nats-down.md' },
    what: (leaders, service) => `${leaders} replicas of ${service} publish, not 1`,
    advice: 'Run doctor again in 15 s.',
  },
  {
    ...{ ...consumer, check: 'dead letters', metric: 'consumer_dead_letters', warn: '> 0' },
    alerts: ['DeadLetters'],
    what: (count, who) => `${who} has ${count}`,
    advice: (service) => `npm run jobboard -- dead-letters list --service ${service}`,
  },
  {
    ...{ ...consumer, metric: 'consumer_oldest_waiting_seconds', warn: '> 60' },
    what: (seconds, who) => `${who} has failed on an event for ${Math.round(seconds)} s`,
    advice: (service) => `Read the log of ${service}.`,
  },
  {
    ...{
      ...consumer,
      metric: 'consumer_pending',
      warn: '> 1000',
      alerts: ['ConsumerLag'],
      page: 'nats-down.md',
    },
    what(count, who) {
      const meaning = who.endsWith(' of search') ? ': CV search finds old profiles' : ''
      return `${who} is ${count} events behind${meaning}`
    },
    advice: 'Run doctor again in a minute: the number must fall.',
  },
  {
    ...{ ...index, metric: 'search_index_live', fail: '== 0', alerts: ['SearchIndexMissing'] },
    what: () => 'it is being built: CV search responds 503',
    advice: 'Wait for it.',
  },
  {
    ...{ ...index, metric: 'search_index_refused', warn: '> 0' },
    what: (count) => `the search server refused ${count} documents`,
    advice: 'Read the log of search.',
  },
  {
    ...{
      ...index,
      metric: 'search_index_oldest_pending_seconds',
      warn: '> 60',
      alerts: ['SearchIndexBehind'],
    },
    what: (seconds) => `it has lacked a change for ${Math.round(seconds)} s`,
    advice: 'Look at the search server and its disk.',
  },
  {
    ...{
      ...keys,
      metric: 'gateway_key_feed_fresh',
      warn: '== 0',
      alerts: ['KeyFeedStale'],
      page: 'accounts-down.md',
    },
    what: () => 'the gateway confirms every key by a call to accounts',
    advice: 'Look at NATS and accounts.',
  },
  {
    ...{ ...keys, metric: 'gateway_key_feed_rejected_total', warn: '> 0' },
    what: (count) => `the gateway has ignored ${count} key records that accounts did not sign`,
    advice: 'Compare CALLER_SECRET and the clocks; else change ACCOUNTS_NATS_PASSWORD.',
  },
  {
    ...{ check: 'webhooks', of: 'webhook', metric: 'webhook_secrets_unreadable', fail: '> 0' },
    ...{ alerts: ['WebhookSecretsUnreadable'], page: 'webhook-keys.md' },
    what: (count) => `${count} signing secrets cannot be decrypted`,
    advice: 'Add the key that is missing to WEBHOOK_SECRET_KEYS.',
  },
  {
    ...{ check: 'webhooks', of: 'webhook', metric: 'webhook_oldest_due_seconds', warn: '> 300' },
    ...{ alerts: ['WebhooksLate'], page: 'webhooks-late.md' },
    what: (seconds) => `a delivery is ${Math.round(seconds)} s late`,
    advice: 'Read the log of webhook.',
  },
  {
    ...{ check: 'webhooks', of: 'webhook', metric: 'webhook_notice_oldest_unsent_seconds', warn: '> 3600' },
    ...{ alerts: ['WebhookNoticesStuck'], page: 'webhook-notices.md' },
    what: (seconds) => `a mail about a disabled subscription has waited for ${Math.round(seconds)} s`,
    advice: 'Check SMTP_URL.',
  },
  {
    ...{ check: 'portal', of: 'accounts', metric: 'accounts_mail_oldest_waiting_seconds', warn: '> 3600' },
    ...{ alerts: ['MailsStuck'], page: 'mails.md' },
    what: (seconds) => `a mail to a user has waited for ${Math.round(seconds)} s`,
    advice: 'Check SMTP_URL.',
  },
  {
    ...{ check: 'erasures', of: 'candidate', metric: 'erasure_oldest_unconfirmed_seconds', warn: '> 600' },
    ...{ alerts: ['ErasureNotComplete'], page: 'erasure-not-complete.md' },
    what: (seconds) => `an erasure has not been confirmed for ${Math.round(seconds)} s`,
    advice: 'Start the service that is missing.',
  },
  {
    ...{ check: 'ledger', metric: 'ledger_balances_wrong', fail: '> 0' },
    ...{ alerts: ['LedgerWrong'], page: 'credits-look-wrong.md' },
    what: (count, service) => `${count} balances of ${service} are not the sum of their entries`,
    advice: 'Correct nothing by hand before the cause is found.',
  },
  {
    ...{ check: 'portal', of: 'portal', metric: 'portal_sign_in_mails_total', combine: 'sum', warn: '> 0' },
    ...{ where: { result: ['failed', 'dropped'] }, alerts: ['PortalMailsFailing'], page: 'portal.md' },
    what: (count) => `${count} sign-in mails were not sent since its start`,
    advice: 'Read its log; check SMTP_URL.',
  },
]

/** A symptom that a service shows. */
export interface Shown {
  symptom: Symptom
  level: 'warn' | 'fail'
  what: string
}

/** What the samples of all replicas of a service show. */
export function symptomsOf(service: ServiceName, samples: readonly Sample[]): Shown[] {
  const own = symptoms.filter(({ of }) => (of ?? service) === service)
  return own.flatMap((symptom) => {
    const { metric, where = {}, by, combine, warn, fail, what } = symptom
    const found = samples.filter(
      ({ name, labels }) =>
        name === metric && Object.entries(where).every(([label, values]) => values.includes(labels[label]!)),
    )
    return [...Map.groupBy(found, ({ labels }) => by && labels[by])].flatMap(([label, group]) => {
      const values = group.map(({ value }) => value)
      const value = combine === 'sum' ? values.reduce((sum, one) => sum + one, 0) : Math.max(...values)
      const level = holds(value, fail) ? 'fail' : holds(value, warn) ? 'warn' : undefined
      return level ? [{ symptom, level, what: what(value, label ? `${label} of ${service}` : service) }] : []
    })
  })
}

function holds(value: number, condition?: string): boolean {
  if (condition === undefined) return false
  const [operator, limit] = condition.split(' ')
  if (operator === '>') return value > Number(limit)
  return operator === '==' ? value === Number(limit) : value !== Number(limit)
}
