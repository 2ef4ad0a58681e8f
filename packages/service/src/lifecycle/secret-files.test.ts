import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSecretFiles } from './secret-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jobboard-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function fileWith(text: string): string {
  const file = join(folder, 'secret')
  writeFileSync(file, text)
  return file
}

test.each([
  ...['ADMIN_TOKEN', 'CALLER_SECRET', 'PGPASSWORD', 'NATS_PASSWORD', 'MEILI_MASTER_KEY', 'LLM_API_KEY'],
  ...['WEBHOOK_SECRET_KEY', 'WEBHOOK_SECRET_KEYS', 'ERASED_EMAIL_KEY', 'OIDC_CLIENT_SECRET'],
  ...['DATABASE_URL', 'DATABASE_DIRECT_URL', 'NATS_URL', 'SMTP_URL'],
])('%s is read from the file that %s_FILE names, without its line break', (name) => {
  const environment = { [name]: 'development-value', [`${name}_FILE`]: fileWith('p@ss w#rd$1\n') }
  readSecretFiles(environment)
  expect(environment[name]).toBe('p@ss w#rd$1')
})

test('files of other programs, and empty variables, are left alone', () => {
  const environment = {
    SSL_CERT_FILE: '/none',
    COMPOSE_FILE: 'a.yml',
    ADMIN_TOKEN_FILE: '',
    PGPASSFILE: '/none',
  }
  readSecretFiles(environment)
  expect(Object.keys(environment)).toHaveLength(4)
})

test('a file that cannot be read, or is empty, is named with its variable', () => {
  const environment = { CALLER_SECRET_FILE: '/none', ADMIN_TOKEN_FILE: fileWith('\n') }
  expect(() => readSecretFiles(environment)).toThrow(
    `Invalid environment:\n  CALLER_SECRET_FILE: /none cannot be read (ENOENT)\n  ADMIN_TOKEN_FILE: ${environment.ADMIN_TOKEN_FILE} is empty`,
  )
})
