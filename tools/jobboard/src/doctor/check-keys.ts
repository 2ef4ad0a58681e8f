import type { Report } from '@jobboard/service/every-service/observe'
import { highest } from '@jobboard/service/every-service/samples'
import { type Finding, fail, ok, warn } from './finding.ts'

/** Whether the gateway has the keys that accounts has. `unpublished` are keys in the database of accounts whose record
 * is not in the bucket; undefined without the database. `unavailable` services did not respond to the gateway. */
export function checkKeys(
  gateway: Report,
  unpublished: number | undefined,
  unavailable: readonly string[],
): Finding[] {
  if (gateway.error !== undefined) return []
  const findings: Finding[] = []
  const page = 'revoked-key-accepted.md'
  if (unavailable.length > 0) {
    const advice = 'Give the gateway and every service the same CALLER_SECRET, and start what is stopped.'
    findings.push(fail('keys', `the gateway cannot call ${unavailable.join(', ')}`, advice, page))
  }
  if (highest(gateway.samples, 'gateway_key_feed_fresh') === 0)
    findings.push(
      warn(
        'keys',
        'the gateway confirms every key by a call to accounts',
        'Look at NATS and accounts.',
        page,
      ),
    )
  const rejected = highest(gateway.samples, 'gateway_key_feed_rejected_total') ?? 0
  if (rejected > 0) {
    const what = `the gateway has ignored ${rejected} key records that accounts did not sign`
    findings.push(
      warn('keys', what, 'Compare CALLER_SECRET and the clocks; else change ACCOUNTS_NATS_PASSWORD.', page),
    )
  }
  if (unpublished !== undefined && unpublished > 0)
    findings.push(
      warn('keys', `${unpublished} keys of accounts are not published`, 'Run doctor again in 10 s.', page),
    )
  return findings.length > 0 ? findings : [ok('keys', 'the gateway has the keys that accounts has')]
}
