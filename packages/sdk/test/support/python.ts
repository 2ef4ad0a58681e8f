import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../..')

/** The folder of the Python client. */
export const clientFolder = join(root, 'clients/python')

/** A python3 with what `clients/python/test/requirements.txt` names, in a virtual environment that is made once. Where
 * pip reaches no registry it is a python3 that has httpx, or undefined; the output says what is skipped. */
export function findPython(): { program: string; hasAll: boolean } | undefined {
  const base = ['python3', '/usr/bin/python3'].find((program) =>
    succeeds(program, ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']),
  )
  if (!base) {
    console.warn('SKIPPED: the Python client, because there is no python3 of 3.11 or newer')
    return
  }
  const program = makeEnvironment(base)
  if (program) return { program, hasAll: true }
  console.warn('SKIPPED: types and official webhook library of the Python client: pip reaches no registry')
  if (succeeds(base, ['-c', 'import httpx'])) return { program: base, hasAll: false }
  console.warn('SKIPPED: the Python client, because python3 has no httpx (python3-httpx)')
  return
}

/** The files of the client's folder, by path. */
export function clientFiles(): string[] {
  return readdirSync(clientFolder, { recursive: true, encoding: 'utf8' }).sort()
}

function makeEnvironment(base: string): string | undefined {
  const requirements = join(clientFolder, 'test/requirements.txt')
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)
  const cache = join(root, 'node_modules/.cache')
  const folder = join(cache, `python-client-${version}`)
  const program = join(folder, 'bin/python')
  if (existsSync(program)) return program
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(`${folder}-`)
  const install = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--no-input',
    '--no-compile',
    '--retries',
    '0',
  ]
  const isMade =
    succeeds(base, ['-m', 'venv', draft]) &&
    succeeds(join(draft, 'bin/python'), [...install, '--timeout', '5', '--requirement', requirements])
  // Of several processes that make it at the same time the first one to finish provides it.
  if (isMade && !existsSync(folder)) renameSync(draft, folder)
  else rmSync(draft, { recursive: true })
  return existsSync(program) ? program : undefined
}

const succeeds = (program: string, args: string[]) =>
  spawnSync(program, args, { timeout: 90_000 }).status === 0
