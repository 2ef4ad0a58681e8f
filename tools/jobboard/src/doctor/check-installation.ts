import { stat, statfs } from 'node:fs/promises'
import type { Report } from '@jobboard/service/every-service/observe'
import { isGenerated, missingSecrets, parseEnv } from '../env-file.ts'
import { findingsOf, isDown, notReached } from './check-processes.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const PAGE = 'portal.md'
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Whether people reach the portal and can sign in. `report` is undefined where its address is not known, `settings` where
 * there is no .env. */
export function checkPortal(
  report: Report | undefined,
  settings: ReadonlyMap<string, string> | undefined,
): Finding[] {
  if (settings?.get('PORTAL_REPLICAS') === '0') return [ok('portal', 'there is none: PORTAL_REPLICAS=0')]
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

function checkProcess(report: Report): Finding[] {
  if (report.error !== undefined) {
    const what = `it does not respond: ${report.error}. Everything else works without it`
    return [fail('portal', what, 'Read its log: it names what is missing.', PAGE)]
  }
  if (isDown(report, 'postgres'))
    return [notReached('portal', 'portal', report, 'postgres', 'Postgres', PAGE)]
  return findingsOf('portal', report.samples)
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

const MIN_LENGTH = 24
const GUIDE = 'Replace it: docs/guides/operators/rotate-secrets.md'

/** Whether the secrets of an environment file are present, long, different and not published. */
export function checkSecrets(text: string, example: string, mode: number): Finding[] {
  const values = parseEnv(text)
  const findings: Finding[] = []
  const isProduction = values.get('NODE_ENV') === 'production'
  if (!isProduction)
    findings.push(
      warn('secrets', 'NODE_ENV is not production: published values are accepted', 'Set it in .env.'),
    )
  if (isProduction && values.get('WEBHOOK_ALLOW_PRIVATE') === 'true')
    findings.push(
      fail('secrets', 'WEBHOOK_ALLOW_PRIVATE=true is not allowed in production', 'Set it to false in .env.'),
    )
  if ((mode & 0o077) !== 0)
    findings.push(warn('secrets', '.env can be read by other users of this machine', 'chmod 600 .env'))
  const missing = missingSecrets(example, values)
  if (missing.length > 0)
    findings.push(
      fail('secrets', `.env does not set ${missing.join(', ')}`, 'npm run jobboard -- init --append'),
    )
  const users = new Map<string, string>()
  for (const [name, value] of values) {
    if (!isGenerated(name) || value === '') continue
    const other = users.get(value)
    if (isPublished(value)) findings.push(fail('secrets', `${name} is a published value`, GUIDE))
    else if (value.length < MIN_LENGTH)
      findings.push(warn('secrets', `${name} has fewer than ${MIN_LENGTH} characters`, GUIDE))
    else if (new Set(value).size < 8) findings.push(warn('secrets', `${name} repeats few characters`, GUIDE))
    else if (other !== undefined) findings.push(warn('secrets', `${name} has the value of ${other}`, GUIDE))
    users.set(value, name)
  }
  return findings.length > 0 ? findings : [ok('secrets', 'every secret is set, long and different')]
}

function isPublished(value: string): boolean {
  return /^(development-|admin-token-for-development|0+$)/.test(value)
}

const WARN_FREE = 0.2
const FAIL_FREE = 0.05
const GIB = 1_073_741_824

interface Disk {
  folder: string
  bytes: number
  freeBytes: number
}

/** The disks that have these folders, each once. */
export async function readDisks(folders: readonly string[]): Promise<Disk[]> {
  const disks = new Map<number, Disk>()
  for (const folder of folders) {
    const { blocks, bavail, bsize } = await statfs(folder)
    const { dev } = await stat(folder)
    if (!disks.has(dev)) disks.set(dev, { folder, bytes: blocks * bsize, freeBytes: bavail * bsize })
  }
  return [...disks.values()]
}

/** Whether a disk has space left. */
export function checkDisk({ folder, bytes, freeBytes }: Disk): Finding {
  const share = freeBytes / bytes
  const what = `${Math.round(share * 100)} % (${(freeBytes / GIB).toFixed(1)} GiB) of the disk of ${folder} is free`
  if (share >= WARN_FREE) return ok('disk', what)
  const level = share < FAIL_FREE ? fail : warn
  return level('disk', what, 'Free space: on a full disk Postgres refuses writes.', 'disk-full.md')
}

/** Settings of .env that have another value in the environment, which Compose prefers. */
export function checkOverrides(
  settings: ReadonlyMap<string, string>,
  environment: Readonly<Record<string, string | undefined>>,
): Finding[] {
  const names = [...settings.keys()].filter(
    (name) => environment[name] !== undefined && environment[name] !== settings.get(name),
  )
  if (names.length === 0) return []
  const what = `${names.join(', ')}: the environment has another value than .env, and it counts`
  return [warn('settings', what, `Remove it from the shell: unset ${names.join(' ')}`)]
}
