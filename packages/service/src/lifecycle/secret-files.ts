import { readFileSync } from 'node:fs'

/** The variables that are secrets, or may have one within a URL. Others that end in _FILE are those of other programs. */
const SECRET = /(PASSWORD|SECRET|TOKEN|KEYS?|DATABASE_URL|DATABASE_DIRECT_URL|NATS_URL|SMTP_URL)_FILE$/

/** Sets each secret that stands in a file: `ADMIN_TOKEN` from the file that `ADMIN_TOKEN_FILE` names, without its last line
 * break, also where `ADMIN_TOKEN` has a value. Throws which files cannot be read; no message has their text. */
export function readSecretFiles(environment: NodeJS.ProcessEnv): void {
  const problems: string[] = []
  for (const [variable, file] of Object.entries(environment)) {
    if (!file || !SECRET.test(variable)) continue
    try {
      const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
      if (text === '') problems.push(`${variable}: ${file} is empty`)
      else environment[variable.slice(0, -'_FILE'.length)] = text
    } catch (error) {
      problems.push(`${variable}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  if (problems.length > 0) throw new Error(`Invalid environment:\n  ${problems.join('\n  ')}`)
}
