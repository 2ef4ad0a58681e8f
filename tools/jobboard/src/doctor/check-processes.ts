import { type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import { highest, type Report, type Sample } from '@jobboard/service/every-service/observe'
import { symptoms, symptomsOf } from '@jobboard/service/every-service/symptoms'
import { CREDENTIALS_REFUSED } from '@jobboard/service/http/health'
import { type Finding, fail, ok, warn } from './finding.ts'

const SAME_SECRET =
  'Give both the same secret in .env, and apply it: docker compose up -d (docs/guides/operators/rotate-secrets.md).'

/** A process of a service, which may have several, and what it reports. */
export interface Observed {
  service: UpstreamName
  url: string
  report: Report
}

type Responding = Report & { error?: undefined }

/** What each check of the list of symptoms says when it finds nothing. */
const WELL: Record<string, string> = {
  nats: 'every service is connected',
  streams: 'every service has its event stream',
  outbox: 'every service publishes its events',
  consumers: 'every consumer keeps up',
  'dead letters': 'there are none',
  'search index': 'it has every change',
  webhooks: 'delivered in time; every signing secret is readable',
  erasures: 'every service confirms them in time',
}

/** Whether the gateway is ready, and each service with its database. */
export function checkReady(gateway: Report, observed: readonly Observed[]): Finding[] {
  const findings: Finding[] = []
  const page = 'gateway-slow-or-503.md'
  if (gateway.error !== undefined) {
    const what = `it does not respond: ${gateway.error}`
    findings.push(fail('gateway', what, 'Start it, or correct ADMIN_URL.', page))
  } else {
    const down = gateway.parts.filter((part) => !part.ok).map(({ name }) => name)
    const level = gateway.isDegraded ? warn : fail
    if (down.length > 0)
      findings.push(level('gateway', `it does not reach ${down.join(', ')}`, 'Start what is stopped.', page))
  }
  for (const { service, report, url } of observed) {
    if (report.error !== undefined) {
      const what = `${service} at ${url} does not respond: ${report.error}`
      findings.push(fail('services', what, `Read the log of ${service}.`, 'service-restarting.md'))
    } else if (isDown(report, 'postgres')) {
      findings.push(notReached('database', service, report, 'postgres', 'Postgres', 'postgres-down.md'))
    }
  }
  if (findings.length > 0) return findings
  const isComplete = upstreamNames.some((name) => observed.some(({ service }) => service === name))
  const databases = ok('database', `${observed.length} services reach their databases`)
  return [ok('gateway', 'ready'), ...(isComplete ? [databases] : [])]
}

const YOUNG_MS = 90_000

/** The processes that are not ready while some began a short time ago, or none responds: a system that starts. */
export function namesOfStarting(
  processes: readonly { name: string; report: Report }[],
  nowMs: number,
): string[] {
  const begins = processes.flatMap(({ report }) =>
    report.error === undefined ? [highest(report.samples, 'process_start_time_seconds') ?? 0] : [],
  )
  if (begins.length > 0 && begins.every((seconds) => nowMs - seconds * 1_000 > YOUNG_MS)) return []
  const notReady = processes.filter(({ report }) => report.error !== undefined || report.status !== 'ready')
  return [...new Set(notReady.map(({ name }) => name))]
}

/** What the parts and the metrics of the services show. */
export function checkServices(observed: readonly Observed[]): Finding[] {
  const findings: Finding[] = []
  for (const [service, group] of Map.groupBy(observed, (one) => one.service)) {
    const reports = group.flatMap(({ report }) => (report.error === undefined ? [report] : []))
    const without = (part: string) => reports.find((report) => isDown(report, part))
    const [nats, index] = [without('nats'), without('search-index')]
    if (nats) findings.push(notReached('nats', service, nats, 'nats', 'NATS', 'nats-down.md'))
    if (index)
      findings.push(
        notReached('search index', service, index, 'search-index', 'Meilisearch', 'search-index.md'),
      )
    findings.push(
      ...findingsOf(
        service,
        reports.flatMap(({ samples }) => samples),
      ),
    )
  }
  const running = new Set(
    observed.flatMap(({ service, report }) => (report.error === undefined ? [service] : [])),
  )
  const checked = symptoms.filter(({ of }) =>
    of === undefined ? running.size > 0 : running.has(of as UpstreamName),
  )
  const checks = new Set([...(running.size > 0 ? ['nats'] : []), ...checked.map(({ check }) => check)])
  const well = [...checks].filter((name) => WELL[name] && findings.every(({ check }) => check !== name))
  return [...findings, ...well.map((name) => ok(name, WELL[name]!))]
}

/** The findings that the samples of a service show. */
export function findingsOf(service: Parameters<typeof symptomsOf>[0], samples: readonly Sample[]): Finding[] {
  return symptomsOf(service, samples).map(({ level, what, symptom: { check, advice, page } }) => {
    const text = typeof advice === 'string' ? advice : advice(service)
    return { check, level, what, advice: text, runbook: page }
  })
}

/** Whether the gateway has the keys that accounts has. `unpublished` are keys in the database of accounts whose record
 * is not in the bucket; undefined without the database. `unavailable` services did not respond to the gateway. */
export function checkKeys(
  gateway: Report,
  unpublished: number | undefined,
  unavailable: readonly string[],
): Finding[] {
  if (gateway.error !== undefined) return []
  const findings = findingsOf('gateway', gateway.samples)
  const page = 'revoked-key-accepted.md'
  if (unavailable.length > 0) {
    const advice = 'Give the gateway and every service the same CALLER_SECRET, and start what is stopped.'
    findings.push(fail('keys', `the gateway cannot call ${unavailable.join(', ')}`, advice, page))
  }
  if (unpublished)
    findings.push(
      warn('keys', `${unpublished} keys of accounts are not published`, 'Run doctor again in 10 s.', page),
    )
  return findings.length > 0 ? findings : [ok('keys', 'the gateway has the keys that accounts has')]
}

const CLOCK_WARN_SECONDS = 2
// Key records, and the signatures between services, are refused beyond this difference.
const CLOCK_FAIL_SECONDS = 30

/** Whether the clocks of this machine, the gateway, the services and their databases agree. */
export function checkClocks(gateway: Report, observed: readonly Observed[]): Finding[] {
  const skews: [string, number][] = []
  if (gateway.error === undefined) skews.push(['the gateway', gateway.clockDifferenceSeconds])
  for (const { service, report } of observed) {
    if (report.error !== undefined) continue
    const ofDatabase = report.samples.map(({ value, ...sample }) => ({ ...sample, value: Math.abs(value) }))
    skews.push([service, report.clockDifferenceSeconds])
    skews.push([`the database of ${service}`, highest(ofDatabase, 'clock_skew_seconds') ?? 0])
  }
  // Nothing responds.
  if (skews.length === 0) return []
  const findings = skews
    .filter(([, seconds]) => Math.abs(seconds) > CLOCK_WARN_SECONDS)
    .map(([what, seconds]) => {
      const level = Math.abs(seconds) > CLOCK_FAIL_SECONDS ? fail : warn
      const difference = `the clock of ${what} differs by ${Math.round(Math.abs(seconds))} s`
      return level('clocks', difference, 'Set up NTP on every machine.', 'clock-wrong.md')
    })
  return findings.length > 0 ? findings : [ok('clocks', `they agree within ${CLOCK_WARN_SECONDS} s`)]
}

/** A service does not reach a server, or the server refuses its password or key. */
export function notReached(
  check: string,
  service: string,
  { parts }: Responding,
  part: string,
  server: string,
  page: string,
): Finding {
  const isRefused = parts.some(({ name, error }) => name === part && error === CREDENTIALS_REFUSED)
  return isRefused
    ? fail(check, `${server} refuses the credentials of ${service}`, SAME_SECRET, page)
    : fail(check, `${service} does not reach ${server}`, `Start ${server}.`, page)
}

/** Whether a part of a process that responds is not ok. */
export function isDown(report: Responding, part: string): boolean {
  return report.parts.some(({ name, ok }) => name === part && !ok)
}
