import { appendFileSync, chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { ENV_EXAMPLE } from '../checkout.ts'
import { command } from '../command.ts'
import { fillIn, freshSecret, missingSecrets, parseEnv } from '../init/env-file.ts'
import { flag, text, withDefault } from '../option.ts'
import { fromFolderOfUser } from '../user-path.ts'

const OWNER_ONLY = 0o600

/** Writes the settings of an installation with fresh secrets. */
export const init = command({
  words: ['init'],
  summary: 'write .env with a fresh value for every secret',
  about: 'Writes the settings of an installation: deploy/env.example with a fresh value for every secret',
  usage: ['[--file FILE]', '--append [--file FILE]'],
  example: ['npm run jobboard -- init', 'docker compose up -d --build'],
  notes: [
    'The file can be read by its owner only, also after --append. No line of an existing file is changed: to replace a secret follow docs/guides/operators/rotate-secrets.md. Keep a copy of the file apart from the backups: a backup cannot be used without WEBHOOK_SECRET_KEY and ERASED_EMAIL_KEY.',
  ],
  options: {
    file: withDefault(text('FILE', 'where to write'), '.env'),
    append: flag('add the secrets that an existing file does not set, after an upgrade that needs new ones'),
  },
  exits: {
    0: 'written, or with --append: complete',
    1: 'the file exists and stays as it is, or cannot be written; the output says what to do',
  },
  async run({ file, append }) {
    const path = fromFolderOfUser(file)
    const example = readFileSync(ENV_EXAMPLE, 'utf8')
    return append ? appendMissing(path, file, example) : create(path, file, example)
  },
})

function create(path: string, file: string, example: string): number {
  const { text, generated } = fillIn(example)
  try {
    writeFileSync(path, text, { flag: 'wx', mode: OWNER_ONLY })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotWrite(file, error)
    throw new Error(adviceFor(file, missingSecrets(example, readEnv(path, file))))
  }
  process.stdout.write(`wrote ${file} with ${generated.length} fresh secrets: ${generated.join(', ')}\n`)
  return 0
}

function appendMissing(path: string, file: string, example: string): number {
  const missing = missingSecrets(example, readEnv(path, file))
  // Before a secret is in it; the file may be a copy of deploy/env.example that others can read.
  restrict(path, file)
  if (missing.length > 0) {
    const lines = missing.map((name) => `${name}=${freshSecret(name)}\n`)
    const before = readFileSync(path, 'utf8')
    const separator = before === '' || before.endsWith('\n') ? '' : '\n'
    appendFileSync(path, separator + lines.join(''))
  }
  process.stdout.write(
    missing.length > 0 ? `added ${missing.join(', ')} to ${file}\n` : `${file} is complete\n`,
  )
  return 0
}

function restrict(path: string, file: string): void {
  try {
    chmodSync(path, OWNER_ONLY)
  } catch (error) {
    throw cannotWrite(file, error)
  }
}

function readEnv(path: string, file: string): Map<string, string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    throw cannotWrite(file, error)
  }
}

function adviceFor(file: string, missing: string[]): string {
  const kept = `${file} exists and stays as it is.`
  return missing.length === 0
    ? `${kept} It sets every secret. To replace one follow docs/guides/operators/rotate-secrets.md`
    : `${kept} It does not set ${missing.join(', ')}: add fresh values with "npm run jobboard -- init --append"`
}

function cannotWrite(file: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException
  const reasons: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'it belongs to another user',
    ENOENT: 'no such file or folder',
    EISDIR: 'it is a folder',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
  }
  return new Error(`cannot write ${file}: ${reasons[code ?? ''] ?? message}`)
}
