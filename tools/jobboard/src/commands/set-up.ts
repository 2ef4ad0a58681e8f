import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { adminOptions, readAddress } from '../admin-api.ts'
import { command } from '../command.ts'
import { readDemo, writeDemo } from '../demo/demo-file.ts'
import { makePortalLinks, printedLinks, threeCalls } from '../demo/portal-links.ts'
import { seed as addDemoData } from '../demo/seed.ts'
import { fillIn, freshSecret, missingSecrets, parseEnv } from '../env-file.ts'
import { dataDir, ENV_EXAMPLE, fromFolderOfUser } from '../files.ts'
import { flag, text, withDefault } from '../option.ts'
import { note, print } from '../output.ts'

const OWNER_ONLY = 0o600

/** Writes the settings of an installation with fresh secrets. */
export const init = command({
  words: 'init',
  summary: 'write .env with a fresh value for every secret',
  about: 'Writes the settings of an installation: deploy/env.example with a fresh value for every secret',
  usage: ['[--file FILE]', '--append [--file FILE]'],
  example: ['init', 'docker compose up -d --build'],
  notes:
    'The file can be read by its owner only, also after --append. No line of an existing file is changed: to replace a secret follow docs/guides/operators/rotate-secrets.md. Keep a copy of the file apart from the backups: a backup cannot be used without WEBHOOK_SECRET_KEY and ERASED_EMAIL_KEY.',
  options: {
    file: withDefault(text('FILE', 'where to write'), '.env'),
    append: flag('add the secrets that an existing file does not set, after an upgrade that needs new ones'),
  },
  async run({ file, append }) {
    const path = fromFolderOfUser(file)
    const example = readFileSync(ENV_EXAMPLE, 'utf8')
    try {
      print(append ? appendMissing(path, file, example) : create(path, file, example))
      return 0
    } catch (error) {
      throw cannotWrite(file, error)
    }
  },
})

function create(path: string, file: string, example: string): string {
  if (existsSync(path))
    throw new Error(adviceFor(file, missingSecrets(example, parseEnv(readFileSync(path, 'utf8')))))
  const { text, generated } = fillIn(example)
  writeFileSync(path, text, { flag: 'wx', mode: OWNER_ONLY })
  return `wrote ${file} with ${generated.length} fresh secrets: ${generated.join(', ')}`
}

function appendMissing(path: string, file: string, example: string): string {
  const before = readFileSync(path, 'utf8')
  const missing = missingSecrets(example, parseEnv(before))
  // Before a secret is in it; the file may be a copy of deploy/env.example that others can read.
  chmodSync(path, OWNER_ONLY)
  if (missing.length === 0) return `${file} is complete`
  const separator = before === '' || before.endsWith('\n') ? '' : '\n'
  appendFileSync(path, separator + missing.map((name) => `${name}=${freshSecret(name)}\n`).join(''))
  return `added ${missing.join(', ')} to ${file}`
}

function adviceFor(file: string, missing: string[]): string {
  const kept = `${file} exists and stays as it is.`
  return missing.length === 0
    ? `${kept} It sets every secret. To replace one follow docs/guides/operators/rotate-secrets.md`
    : `${kept} It does not set ${missing.join(', ')}: add fresh values with "npm run jobboard -- init --append"`
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'it belongs to another user',
  ENOENT: 'no such file or folder',
  EISDIR: 'it is a folder',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
}

function cannotWrite(file: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  return code === undefined ? error : new Error(`cannot write ${file}: ${REASONS[code] ?? message}`)
}

/** Adds demo data and prints calls to try. */
export const seed = command({
  words: 'seed',
  summary: 'add demo data, write demo.json and print links of the portal and three calls to try',
  about:
    'Adds two employers, three candidates and four jobs, writes demo.json with their keys, and prints one-time links of the portal and three calls',
  example: 'docker compose --profile demo up -d --build     the same from docker-compose.yml',
  notes:
    'Run again with the demo.json of the same job board it adds nothing. Not for production: the demo employers have credits and working keys. demo.json has the admin token and can be read by its owner only.',
  options: {
    out: text('FOLDER', 'where demo.json is written (default: DATA_DIR, or .jobboard in the checkout)'),
    'base-url': text('URL', 'address of the public API (default: API_URL, or http://127.0.0.1:8080)'),
    'shown-base-url': text(
      'URL',
      'address of the public API in demo.json and the printed calls (default: SHOWN_API_URL, or --base-url)',
    ),
    'shown-admin-url': text(
      'URL',
      'address of the Admin API in demo.json and the printed calls (default: SHOWN_ADMIN_URL, or --admin-url)',
    ),
    ...adminOptions,
  },
  async run(values) {
    const { url: adminUrl, token: adminToken } = readAddress(values)
    const baseUrl = values['base-url'] ?? process.env.API_URL ?? 'http://127.0.0.1:8080'
    const folder = values.out === undefined ? dataDir() : fromFolderOfUser(values.out)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const addresses = { baseUrl, adminUrl, adminToken }
    const demo = await addDemoData(addresses, readDemo(folder), note)
    const links = await makePortalLinks(addresses, demo)
    const shown = {
      ...demo,
      portalUrl: links.portalUrl,
      baseUrl: values['shown-base-url'] ?? process.env.SHOWN_API_URL ?? baseUrl,
      adminUrl: values['shown-admin-url'] ?? process.env.SHOWN_ADMIN_URL ?? adminUrl,
    }
    writeDemo(folder, shown)
    process.stdout.write(`${printedLinks(links, demo)}\nTo try in a shell:\n\n${threeCalls(shown)}`)
    return 0
  },
})
