import { randomBytes } from 'node:crypto'

/** Secrets of others: only their owner can fill them in. */
const ISSUED_ELSEWHERE = new Set([
  ...['LLM_API_KEY', 'OIDC_CLIENT_SECRET', 'ALERT_SMTP_PASSWORD', 'BACKUP_STORAGE_SECRET_KEY'],
])
const SECRET_NAME = /_(PASSWORD|SECRET|TOKEN|KEY)$/
const SECRET_BYTES = 32
/** A variable that replaces another one, when it is set. */
const REPLACED_BY: Record<string, string> = { WEBHOOK_SECRET_KEY: 'WEBHOOK_SECRET_KEYS' }

/** Whether `init` makes a value for this variable of deploy/env.example. */
export function isGenerated(name: string): boolean {
  return SECRET_NAME.test(name) && !ISSUED_ELSEWHERE.has(name)
}

/** A fresh value: letters and digits, so that it needs no quoting in a shell, a URL, YAML or a NATS configuration. */
export function freshSecret(name: string): string {
  const hex = randomBytes(SECRET_BYTES).toString('hex')
  // Must be hexadecimal. The others begin with a letter: NATS reads a value such as 1e5 as a number.
  return name === 'WEBHOOK_SECRET_KEY' ? hex : `k${hex}`
}

/** The text of deploy/env.example with a fresh value for each secret, and the names of these. */
export function fillIn(example: string): { text: string; generated: string[] } {
  const generated: string[] = []
  const lines = example.split('\n').map((line) => {
    const name = /^([A-Z][A-Z0-9_]*)=\s*$/.exec(line)?.[1]
    if (name === undefined || !isGenerated(name)) return line
    generated.push(name)
    return `${name}=${freshSecret(name)}`
  })
  return { text: lines.join('\n'), generated }
}

/** The variables that an environment file sets, without quotes. The last line of a name wins. */
export function parseEnv(text: string): Map<string, string> {
  const values = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, name, value] =
      /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line.replace(/\r$/, '')) ?? []
    if (name !== undefined) values.set(name, unquote(value!.trim()))
  }
  return values
}

function unquote(value: string): string {
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value.replace(/\s+#.*$/, '')
}

/** The secrets of deploy/env.example that `present` does not have and that this installation uses. */
export function missingSecrets(example: string, present: ReadonlyMap<string, string>): string[] {
  return [...parseEnv(example).keys()].filter((name) => {
    const replacement = REPLACED_BY[name]
    if (!isGenerated(name) || present.get(name)) return false
    if (name === 'PORTAL_DB_PASSWORD' && present.get('PORTAL_REPLICAS') === '0') return false
    return replacement === undefined || !present.get(replacement)
  })
}
