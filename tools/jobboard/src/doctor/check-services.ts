import { upstreamNames } from '@jobboard/contracts/services'
import type { Report } from '@jobboard/service/every-service/observe'
import { highest } from '@jobboard/service/every-service/samples'
import { type Finding, fail, ok, warn } from './finding.ts'
import type { Observed } from './targets.ts'

const OUTBOX_WARN_SECONDS = 10
const OUTBOX_FAIL_SECONDS = 60
const STREAM_WARN = 0.7
const STREAM_FAIL = 0.9
const PENDING_WARN = 1_000
const WAITING_WARN_SECONDS = 60

/** Whether the gateway is ready, and each service with its database. */
export function checkReady(gateway: Report, observed: readonly Observed[]): Finding[] {
  const findings: Finding[] = []
  if (gateway.error !== undefined) {
    const advice = 'Start it, or correct ADMIN_URL.'
    findings.push(fail('gateway', `it does not respond: ${gateway.error}`, advice, 'gateway-slow-or-503.md'))
  } else {
    const down = gateway.parts.filter((part) => !part.ok).map(({ name }) => name)
    const level = gateway.isDegraded ? warn : fail
    if (down.length > 0)
      findings.push(
        level(
          'gateway',
          `it does not reach ${down.join(', ')}`,
          'Start what is stopped.',
          'gateway-slow-or-503.md',
        ),
      )
  }
  for (const { service, report, url } of observed) {
    if (report.error !== undefined) {
      const what = `${service} at ${url} does not respond: ${report.error}`
      findings.push(fail('services', what, `Read the log of ${service}.`, 'service-restarting.md'))
    } else if (isDown(report, 'postgres')) {
      const what = `${service} does not reach its database`
      findings.push(fail('database', what, 'Start Postgres, and compare the passwords.', 'postgres-down.md'))
    }
  }
  const missing = upstreamNames.filter((name) => observed.every(({ service }) => service !== name))
  if (findings.length > 0) return findings
  return [
    ok('gateway', 'ready'),
    ...(missing.length < upstreamNames.length
      ? [ok('database', `${observed.length} services reach their databases`)]
      : []),
  ]
}

/** Whether NATS is connected, and each service's stream exists and has space. */
export function checkStreams(observed: readonly Observed[]): Finding[] {
  const findings: Finding[] = []
  for (const { service, report } of observed) {
    if (report.error !== undefined) continue
    const { samples } = report
    const bytes = highest(samples, 'relay_stream_bytes') ?? 0
    const limit = highest(samples, 'relay_stream_max_bytes') ?? -1
    const fill = limit > 0 ? bytes / limit : 0
    const percent = `${Math.round(fill * 100)} % full`
    if (isDown(report, 'nats'))
      findings.push(
        fail('nats', `${service} is not connected`, 'Start NATS; compare NATS_PASSWORD.', 'nats-down.md'),
      )
    else if (highest(samples, 'relay_stream_missing') === 1)
      findings.push(
        fail(
          'streams',
          `the event stream of ${service} does not exist`,
          'Give NATS more disk space.',
          'disk-full.md',
        ),
      )
    else if (fill > STREAM_WARN) {
      const level = fill > STREAM_FAIL ? fail : warn
      const advice = 'Raise STREAM_MAX_BYTES and restart the service.'
      findings.push(level('streams', `the event stream of ${service} is ${percent}`, advice, 'disk-full.md'))
    }
  }
  return findings.length > 0 ? findings : [ok('streams', 'every service has its event stream')]
}

/** Whether events are published. */
export function checkOutboxes(observed: readonly Observed[]): Finding[] {
  const findings: Finding[] = []
  for (const [service, samples] of byService(observed)) {
    const seconds = Math.round(highest(samples, 'relay_oldest_unpublished_seconds') ?? 0)
    const leaders = samples.filter(({ name, value }) => name === 'relay_leader' && value === 1).length
    const advice = 'Look at NATS, and at the log of the service for "relay failed".'
    if (seconds > OUTBOX_WARN_SECONDS) {
      const level = seconds > OUTBOX_FAIL_SECONDS ? fail : warn
      findings.push(
        level('outbox', `an event of ${service} has waited for ${seconds} s`, advice, 'nats-down.md'),
      )
    } else if (leaders !== 1)
      findings.push(
        warn(
          'outbox',
          `${leaders} replicas of ${service} publish, not 1`,
          'Run doctor again in 15 s.',
          'nats-down.md',
        ),
      )
  }
  return findings.length > 0 ? findings : [ok('outbox', 'every service publishes its events')]
}

/** Whether consumers keep up and succeed. */
export function checkConsumers(observed: readonly Observed[]): Finding[] {
  const findings: Finding[] = []
  for (const [service, samples] of byService(observed)) {
    const over = (name: string, limit: number) =>
      samples
        .filter((sample) => sample.name === name && sample.value > limit)
        .map(({ labels, value }) => ({
          consumer: `${labels.consumer} of ${service}`,
          value: Math.round(value),
        }))
    for (const { consumer, value } of over('consumer_dead_letters', 0)) {
      const advice = `npm run jobboard -- dead-letters list --service ${service}`
      findings.push(warn('dead letters', `${consumer} has ${value}`, advice, 'dead-letters.md'))
    }
    for (const { consumer, value } of over('consumer_oldest_waiting_seconds', WAITING_WARN_SECONDS)) {
      const what = `${consumer} has failed on an event for ${value} s`
      findings.push(warn('consumers', what, `Read the log of ${service}.`, 'dead-letters.md'))
    }
    for (const { consumer, value } of over('consumer_pending', PENDING_WARN)) {
      const isIndex = service === 'search'
      const what = `${consumer} is ${value} events behind${isIndex ? ': CV search finds old profiles' : ''}`
      const advice = 'Run doctor again in a minute: the number must fall.'
      findings.push(warn(isIndex ? 'search index' : 'consumers', what, advice, 'nats-down.md'))
    }
  }
  return findings.length > 0 ? findings : [ok('consumers', 'every consumer keeps up, without dead letters')]
}

/** The samples of each service, of all its replicas together. */
export function byService(observed: readonly Observed[]): Map<string, ReturnType<typeof samplesOf>> {
  const services = new Map<string, ReturnType<typeof samplesOf>>()
  for (const each of observed) {
    if (each.report.error !== undefined) continue
    services.set(each.service, [...(services.get(each.service) ?? []), ...samplesOf(each)])
  }
  return services
}

function samplesOf({ report }: Observed) {
  return report.error === undefined ? report.samples : []
}

/** Whether a process responds and this part of it is not ok. */
export function isDown(report: Report & { error?: undefined }, part: string): boolean {
  return report.parts.some(({ name, ok }) => name === part && !ok)
}
