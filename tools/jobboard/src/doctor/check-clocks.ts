import type { Report } from '@jobboard/service/every-service/observe'
import { highest, type Sample } from '@jobboard/service/every-service/samples'
import { type Finding, fail, ok, warn } from './finding.ts'
import type { Observed } from './targets.ts'

const WARN_SECONDS = 2
// Key records, and the signatures between services, are refused beyond this difference.
const FAIL_SECONDS = 30

/** Whether the clocks of this machine, the gateway, the services and their databases agree. */
export function checkClocks(gateway: Report, observed: readonly Observed[]): Finding[] {
  const skews: [string, number][] = []
  if (gateway.error === undefined) skews.push(['the gateway', gateway.clockDifferenceSeconds])
  for (const { service, report } of observed) {
    if (report.error !== undefined) continue
    const { samples } = report
    skews.push([service, report.clockDifferenceSeconds])
    skews.push([`the database of ${service}`, farthest(samples)])
  }
  // Nothing responds.
  if (skews.length === 0) return []
  const findings = skews
    .filter(([, seconds]) => Math.abs(seconds) > WARN_SECONDS)
    .map(([what, seconds]) => {
      const level = Math.abs(seconds) > FAIL_SECONDS ? fail : warn
      const difference = `the clock of ${what} differs by ${Math.round(Math.abs(seconds))} s`
      return level('clocks', difference, 'Set up NTP on every machine.', 'clock-wrong.md')
    })
  return findings.length > 0 ? findings : [ok('clocks', `they agree within ${WARN_SECONDS} s`)]
}

function farthest(samples: readonly Sample[]): number {
  const name = 'clock_skew_seconds'
  const high = highest(samples, name) ?? 0
  const low = -(
    highest(
      samples.map((sample) => ({ ...sample, value: -sample.value })),
      name,
    ) ?? 0
  )
  return Math.abs(low) > Math.abs(high) ? low : high
}
