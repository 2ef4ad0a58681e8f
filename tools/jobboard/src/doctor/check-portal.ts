import type { Report } from '@jobboard/service/every-service/observe'
import type { Sample } from '@jobboard/service/every-service/samples'
import { isDown } from './check-services.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const PAGE = 'portal.md'
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Whether people reach the portal and can sign in. `report` is undefined where its address is not known, `settings` where
 * there is no .env. */
export function checkPortal(
  report: Report | undefined,
  settings: ReadonlyMap<string, string> | undefined,
): Finding[] {
  if (settings && isPortalOff(settings)) return [ok('portal', 'there is none: PORTAL_REPLICAS=0')]
  const findings = [
    ...(report ? checkProcess(report) : []),
    ...(settings?.get('NODE_ENV') === 'production' ? checkAddress(settings) : []),
  ]
  if (findings.length > 0) return findings
  return [
    ...(report ? [ok('portal', 'ready')] : []),
    ...(settings ? [ok('portal sign-in', waysOf(settings))] : []),
  ]
}

/** True for an installation without a portal. */
function isPortalOff(settings: ReadonlyMap<string, string>): boolean {
  return settings.get('PORTAL_REPLICAS') === '0'
}

function checkProcess(report: Report): Finding[] {
  if (report.error !== undefined) {
    const what = `it does not respond: ${report.error}. Everything else works without it`
    return [fail('portal', what, 'Read its log: it names what is missing.', PAGE)]
  }
  if (isDown(report, 'postgres'))
    return [
      fail('portal', 'it does not reach its database', 'Start Postgres, and compare the passwords.', PAGE),
    ]
  const lost = mailsOf(report.samples, 'failed') + mailsOf(report.samples, 'dropped')
  if (lost === 0) return []
  return [
    warn(
      'portal',
      `${lost} sign-in mails were not sent since its start`,
      'Read its log; check SMTP_URL.',
      PAGE,
    ),
  ]
}

function checkAddress(settings: ReadonlyMap<string, string>): Finding[] {
  const url = URL.parse(settings.get('PORTAL_BASE_URL') || 'http://127.0.0.1')
  if (url?.protocol === 'https:' || (url && LOOPBACK.includes(url.hostname))) return []
  const advice = 'Set it in .env to the https:// address of your proxy.'
  return [
    fail('portal', 'PORTAL_BASE_URL does not begin with https://: the portal does not start', advice, PAGE),
  ]
}

function waysOf(settings: ReadonlyMap<string, string>): string {
  const ways = [
    ...(settings.get('SMTP_URL') ? ['mail'] : []),
    ...(settings.get('OIDC_ISSUER') ? ['OpenID Connect'] : []),
  ]
  const by =
    ways.length > 0
      ? `by ${ways.join(' and ')}`
      : 'by one-time links only: set SMTP_URL or OIDC_ISSUER for more'
  const at = settings.get('PORTAL_BASE_URL') || 'this machine only: PORTAL_BASE_URL is not set'
  return `at ${at}; ${by}`
}

function mailsOf(samples: readonly Sample[], result: string): number {
  return samples
    .filter(({ name, labels }) => name === 'portal_sign_in_mails_total' && labels.result === result)
    .reduce((sum, { value }) => sum + value, 0)
}
