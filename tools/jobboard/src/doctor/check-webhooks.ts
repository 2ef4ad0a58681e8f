import { highest } from '@jobboard/service/every-service/samples'
import { byService } from './check-services.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import type { Observed } from './targets.ts'

const LATE_SECONDS = 300
const UNCONFIRMED_SECONDS = 600

/** Whether webhooks are delivered, their secrets are readable, and erasures are confirmed. */
export function checkWebhooks(observed: readonly Observed[]): Finding[] {
  const services = byService(observed)
  const webhook = services.get('webhook') ?? []
  const findings: Finding[] = []
  const unreadable = highest(webhook, 'webhook_secrets_unreadable') ?? 0
  if (unreadable > 0) {
    const what = `${unreadable} signing secrets cannot be decrypted`
    findings.push(
      fail('webhooks', what, 'Add the key that is missing to WEBHOOK_SECRET_KEYS.', 'webhook-keys.md'),
    )
  }
  const late = Math.round(highest(webhook, 'webhook_oldest_due_seconds') ?? 0)
  if (late > LATE_SECONDS)
    findings.push(
      warn('webhooks', `a delivery is ${late} s late`, 'Read the log of webhook.', 'webhooks-late.md'),
    )
  const erasure = Math.round(
    highest(services.get('candidate') ?? [], 'erasure_oldest_unconfirmed_seconds') ?? 0,
  )
  if (erasure > UNCONFIRMED_SECONDS) {
    const what = `an erasure has not been confirmed for ${erasure} s`
    findings.push(warn('erasures', what, 'Start the service that is missing.', 'erasure-not-complete.md'))
  }
  return findings.length > 0
    ? findings
    : [ok('webhooks', 'delivered in time; every signing secret is readable')]
}
