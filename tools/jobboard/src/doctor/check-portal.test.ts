import type { Report } from '@jobboard/service/every-service/observe'
import { parseSamples } from '@jobboard/service/every-service/samples'
import { expect, test } from 'vitest'
import { checkPortal } from './check-portal.ts'

const reportOf = (metrics = '', parts = [{ name: 'postgres', ok: true }]): Report => ({
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
    [reportOf('', [{ name: 'postgres', ok: false }]), undefined],
    /does not reach its/,
  ],
  ['warn', 'mails fail', [reportOf(failed), undefined], /3 sign-in mails were not sent/],
  [
    'fail',
    'an address without encryption',
    [reportOf(), settingsOf({ PORTAL_BASE_URL: 'http://portal.example.com' })],
    /does not begin with https/,
  ],
  [
    'ok',
    'no mail server',
    [reportOf(), settingsOf({})],
    /this machine only.*one-time links only: set SMTP_URL/,
  ],
  [
    'ok',
    'mail and a provider',
    [
      reportOf(),
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
