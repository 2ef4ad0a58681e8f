import { parseSamples, provenDifference, type Report } from '@jobboard/service/every-service/observe'
import { expect, test } from 'vitest'
import { checkDisk, checkOverrides, checkPortal } from './check-installation.ts'
import {
  checkClocks,
  checkKeys,
  checkReady,
  checkServices,
  namesOfStarting,
  type Observed,
} from './check-processes.ts'
import { type Finding, worst } from './finding.ts'

// What a running system cannot be brought to in a test: a full disk, a wrong clock, hours of delay.

/** A process that reports these metrics. */
const reportOf = (metrics: string, clockDifferenceSeconds = 0): Report => ({
  ...{ status: 'ready', isDegraded: false, parts: [], clockDifferenceSeconds },
  samples: parseSamples(`# HELP a text\n${metrics}\n`),
})
const LEADER = 'relay_leader 1\n'
const of = (service: Observed['service'], metrics: string, clockDifferenceSeconds?: number): Observed[] => [
  { service, url: 'http://127.0.0.1:1', report: reportOf(LEADER + metrics, clockDifferenceSeconds) },
]
const SEARCH = { service: 'search', url: 'http://127.0.0.1:1' } as const
const without = (name: string, error?: string): Report => ({
  ...{ status: 'ready', isDegraded: true, samples: [], clockDifferenceSeconds: 0 },
  parts: [{ name, ok: false, ...(error !== undefined && { error }) }],
})
const DISK = { bytes: 100 * 1_073_741_824 }
const healthy = reportOf('gateway_key_feed_fresh 1')
const unreachable: Observed[] = [
  { service: 'jobs', url: 'http://127.0.0.1:1', report: { error: 'ECONNREFUSED' } },
]

test.each<[string, string, () => Finding | Finding[], RegExp]>([
  [
    'warn',
    'an event waits for more than 10 s',
    () => checkServices(of('jobs', 'relay_oldest_unpublished_seconds 11')),
    /an event of jobs has waited for 11 s/,
  ],
  [
    'fail',
    'an event waits for more than 60 s',
    () => checkServices(of('jobs', 'relay_oldest_unpublished_seconds 61')),
    /61 s/,
  ],
  [
    'warn',
    'two replicas publish',
    () => checkServices([...of('jobs', ''), ...of('jobs', '')]),
    /2 replicas of jobs publish/,
  ],
  [
    'ok',
    'one of two replicas publishes',
    () => checkServices([...of('jobs', ''), { ...of('jobs', '')[0]!, report: reportOf('relay_leader 0') }]),
    /publishes/,
  ],
  [
    'warn',
    'a stream is 86 % full',
    () => checkServices(of('jobs', 'relay_stream_fill_ratio 0.86')),
    /86 % full/,
  ],
  [
    'fail',
    'a stream is 95 % full',
    () => checkServices(of('jobs', 'relay_stream_fill_ratio 0.95')),
    /95 % full/,
  ],
  [
    'ok',
    'a stream without a limit',
    () => checkServices(of('jobs', 'relay_stream_bytes 95\nrelay_stream_max_bytes -1')),
    /has its event stream/,
  ],
  [
    'fail',
    'a stream is missing',
    () => checkServices(of('jobs', 'relay_stream_missing 1')),
    /stream of jobs does not exist/,
  ],
  [
    'warn',
    'a consumer is behind',
    () => checkServices(of('pipeline', 'consumer_pending{consumer="pipeline_job"} 1001')),
    /pipeline_job of pipeline is 1001 events behind/,
  ],
  [
    'warn',
    'the search index is behind',
    () => checkServices(of('search', 'consumer_pending{consumer="candidate_profile"} 1001')),
    /CV search finds old profiles/,
  ],
  [
    'warn',
    'a consumer fails on an event',
    () => checkServices(of('jobs', 'consumer_oldest_waiting_seconds{consumer="a"} 61')),
    /a of jobs has failed on an event for 61 s/,
  ],
  [
    'warn',
    'a consumer has dead letters',
    () => checkServices(of('jobs', 'consumer_dead_letters{consumer="a"} 2')),
    /a of jobs has 2/,
  ],
  [
    'fail',
    'the search index is being built',
    () => checkServices(of('search', 'search_index_live{tokeniser_version="3"} 0')),
    /responds 503/,
  ],
  [
    'fail',
    'search does not reach its index',
    () => checkServices([{ ...SEARCH, report: without('search-index') }]),
    /search does not reach Meilisearch/,
  ],
  [
    'fail',
    'Meilisearch refuses the key of search',
    () => checkServices([{ ...SEARCH, report: without('search-index', 'credentials refused') }]),
    /Meilisearch refuses the credentials of search/,
  ],
  [
    'fail',
    'NATS refuses the password of search',
    () => checkServices([{ ...SEARCH, report: without('nats', 'credentials refused') }]),
    /NATS refuses the credentials of search/,
  ],
  [
    'fail',
    'Postgres refuses the password of search',
    () => checkReady(healthy, [{ ...SEARCH, report: without('postgres', 'credentials refused') }]),
    /Postgres refuses the credentials of search/,
  ],
  [
    'warn',
    'the search index lacks a change for more than 60 s',
    () => checkServices(of('search', 'search_index_live 1\nsearch_index_oldest_pending_seconds 61')),
    /a change for 61 s/,
  ],
  [
    'warn',
    'the search server refuses documents',
    () => checkServices(of('search', 'search_index_refused 2')),
    /refused 2 documents/,
  ],
  [
    'ok',
    'the search index is complete',
    () => checkServices(of('search', 'search_index_live 1')),
    /every change/,
  ],
  [
    'fail',
    'a signing secret is unreadable',
    () => checkServices(of('webhook', 'webhook_secrets_unreadable 2')),
    /2 signing secrets/,
  ],
  [
    'warn',
    'a delivery is late',
    () => checkServices(of('webhook', 'webhook_oldest_due_seconds 301')),
    /301 s late/,
  ],
  [
    'warn',
    'an erasure is not confirmed',
    () => checkServices(of('candidate', 'erasure_oldest_unconfirmed_seconds{service="jobs"} 601')),
    /601 s/,
  ],
  [
    'warn',
    'the clock of a database differs by 3 s',
    () => checkClocks(healthy, of('jobs', 'clock_skew_seconds -3')),
    /the database of jobs differs by 3 s/,
  ],
  [
    'fail',
    'the clock of a service differs by 31 s',
    () => checkClocks(healthy, of('jobs', '', 31)),
    /the clock of jobs differs by/,
  ],
  [
    'fail',
    'the clock of the gateway differs by 40 s',
    () => checkClocks(reportOf('', 40), []),
    /the gateway differs/,
  ],
  ['ok', 'clocks agree', () => checkClocks(healthy, of('jobs', 'clock_skew_seconds 0.01')), /agree/],
  [
    'warn',
    'the key feed is stale',
    () => checkKeys(reportOf('gateway_key_feed_fresh 0'), 0, []),
    /confirms every key/,
  ],
  [
    'warn',
    'key records are refused',
    () => checkKeys(reportOf('gateway_key_feed_rejected_total{what="record"} 4'), 0, []),
    /4 key records/,
  ],
  ['fail', 'a service refuses the gateway', () => checkKeys(healthy, 0, ['jobs']), /cannot call jobs/],
  ['warn', 'keys are not published', () => checkKeys(healthy, 3, []), /3 keys of accounts/],
  ['ok', 'keys agree', () => checkKeys(healthy, undefined, []), /has the keys/],
  ['fail', 'a service does not respond', () => checkReady(healthy, unreachable), /ECONNREFUSED/],
  ['fail', 'the gateway does not respond', () => checkReady({ error: 'ECONNREFUSED' }, []), /ECONNREFUSED/],
  [
    'ok',
    'a disk with 20 % free',
    () => checkDisk({ folder: '/data', ...DISK, freeBytes: DISK.bytes * 0.2 }),
    /20 % \(20.0 GiB\)/,
  ],
  [
    'warn',
    'a disk with 19 % free',
    () => checkDisk({ folder: '/data', ...DISK, freeBytes: DISK.bytes * 0.19 }),
    /19 %/,
  ],
  [
    'fail',
    'a disk with 4 % free',
    () => checkDisk({ folder: '/data', ...DISK, freeBytes: DISK.bytes * 0.04 }),
    /4 %/,
  ],
])('%s: %s', (level, _what, check, text) => {
  const findings = [check()].flat()
  expect(worst(findings)).toBe(level)
  expect(findings.map(({ what }) => what).join('\n')).toMatch(text)
  for (const { level, advice } of findings) if (level !== 'ok') expect(advice).toMatch(/\S/)
})

test('what is not ready is waited for while something began a short time ago, or nothing responds', () => {
  const began = (name: string, seconds: number, status = 'ready') => {
    const samples = parseSamples(`process_start_time_seconds ${1_000 - seconds}`)
    return { name, report: { ...healthy, status, samples } as Report }
  }
  const away = { name: 'jobs', report: { error: 'ECONNREFUSED' } }
  const starting = (...processes: Parameters<typeof namesOfStarting>[0]) =>
    namesOfStarting(processes, 1_000_000)
  expect(starting(began('search', 20), away, away)).toEqual(['jobs'])
  expect(starting(began('search', 20, 'degraded'), began('jobs', 400))).toEqual(['search'])
  expect(starting(away)).toEqual(['jobs'])
  expect(starting(began('search', 91), away)).toEqual([])
  expect(starting(began('search', 20), began('jobs', 20))).toEqual([])
})

test('a setting of .env that the environment overrides is named, without either value', () => {
  const settings = new Map([
    ['ADMIN_TOKEN', 'in-the-file'],
    ['PORT', '8080'],
    ['BIND', ''],
  ])
  const [finding, ...others] = checkOverrides(settings, { ADMIN_TOKEN: 'of-the-shell', PORT: '8080' })
  expect([finding!.level, others]).toEqual(['warn', []])
  expect(finding!.what).toMatch(/^ADMIN_TOKEN: /)
  expect(JSON.stringify(finding)).not.toMatch(/in-the-file|of-the-shell/)
})

test('clocks are not called well where nothing responds', () => {
  expect(checkClocks({ error: 'ECONNREFUSED' }, unreachable)).toEqual([])
})

test('a slow response proves no difference between clocks', () => {
  expect(provenDifference(10_000, 10_500, 10_600)).toBe(0)
  expect(provenDifference(14_000, 10_500, 15_600)).toBe(0)
  expect(provenDifference(14_000, 10_500, 10_600)).toBe(3.4)
  expect(provenDifference(5_000, 10_500, 12_600)).toBe(4.5)
})

const portalOf = (metrics = '', parts = [{ name: 'postgres', ok: true }]): Report => ({
  ...{ status: 'ready', isDegraded: false, parts, clockDifferenceSeconds: 0 },
  samples: parseSamples(metrics),
})
const settingsOf = (values: Record<string, string>) =>
  new Map(Object.entries({ NODE_ENV: 'production', ...values }))
const failed = 'portal_sign_in_mails_total{result="failed"} 2\nportal_sign_in_mails_total{result="dropped"} 1'

test.each<[string, string, Parameters<typeof checkPortal>, RegExp]>([
  ['ok', 'without a portal', [{ error: 'ENOTFOUND' }, settingsOf({ PORTAL_REPLICAS: '0' })], /there is none/],
  [
    'fail',
    'it does not respond',
    [{ error: 'ENOTFOUND' }, settingsOf({})],
    /Everything else works without it/,
  ],
  [
    'fail',
    'its database',
    [portalOf('', [{ name: 'postgres', ok: false }]), undefined],
    /portal does not reach Postgres/,
  ],
  ['warn', 'mails fail', [portalOf(failed), undefined], /3 sign-in mails were not sent/],
  [
    'fail',
    'an address without encryption',
    [portalOf(), settingsOf({ PORTAL_BASE_URL: 'http://portal.example.com' })],
    /does not begin with https/,
  ],
  [
    'ok',
    'no mail server',
    [portalOf(), settingsOf({})],
    /this machine only.*one-time links only: set SMTP_URL/,
  ],
  [
    'ok',
    'mail and a provider',
    [
      portalOf(),
      settingsOf({
        PORTAL_BASE_URL: 'https://portal.example.com',
        ...{ SMTP_URL: 'smtp://mail', OIDC_ISSUER: 'https://id.example.com' },
      }),
    ],
    /at https:\/\/portal.example.com; by mail and OpenID Connect/,
  ],
])('%s: %s', (level, _case, args, what) => {
  const findings = checkPortal(...args)
  expect(findings.map((finding) => finding.level).every((one) => one === level)).toBe(true)
  expect(findings.map((finding) => finding.what).join('\n')).toMatch(what)
})
