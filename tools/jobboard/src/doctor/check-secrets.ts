import { isGenerated, missingSecrets, parseEnv } from '../init/env-file.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

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
