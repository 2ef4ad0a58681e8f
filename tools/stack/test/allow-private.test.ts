import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../src/settings.ts'

const both = { NODE_ENV: 'production', WEBHOOK_ALLOW_PRIVATE: 'true' }
// Nothing listens on port 9: a start that opened a connection would say so.
const service = {
  PORT: '0',
  DATABASE_URL: 'postgres://127.0.0.1:9/webhook',
  NATS_URL: 'nats://127.0.0.1:9',
  CALLER_SECRET: 'of-my-own-0123456789-0123456789-abcdef',
  WEBHOOK_SECRET_KEY: '1234567890abcdef'.repeat(4),
}
const password = 'of-my-own-0123456789'
const databases = Object.fromEntries(
  [
    'POSTGRES',
    'SERVICE_DB',
    'ACCOUNTS_DB',
    'JOBS_DB',
    'PIPELINE_DB',
    'CANDIDATE_DB',
    'SEARCH_DB',
    'WEBHOOK_DB',
  ].map((name) => [`${name}_PASSWORD`, password]),
)

/** Runs a program of the checkout to its end. */
async function run(command: string, args: string[], env: Record<string, string>) {
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output: output.trim() }
}

test('the webhook service does not start with WEBHOOK_ALLOW_PRIVATE=true in production: one sentence, no connection (D-55)', async () => {
  const main = join(root, 'services', 'webhook', 'src', 'main.ts')
  expect(await run(process.execPath, [main], { ...service, ...both })).toEqual({
    code: 1,
    output:
      'webhook could not start. Invalid environment:\n  WEBHOOK_ALLOW_PRIVATE: not allowed with NODE_ENV=production; unset it',
  })
})

test('npm start with both starts nothing and writes nothing (D-55)', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'allow-private-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const start = join(root, 'tools', 'stack', 'src', 'start.ts')
  expect(await run(process.execPath, [start], { ...both, DATA_DIR: dir })).toEqual({
    code: 1,
    output:
      'Could not start. WEBHOOK_ALLOW_PRIVATE=true is not allowed with NODE_ENV=production: set WEBHOOK_ALLOW_PRIVATE=false, or unset NODE_ENV to try things out',
  })
  expect(readdirSync(dir)).toEqual([])
})

test('Compose given both starts no service: db-init, for which all of them wait, refuses (D-55)', async () => {
  const script = join(root, 'deploy', 'postgres', 'db-init.sh')
  expect(await run('sh', [script], { ...databases, ...both })).toEqual({
    code: 1,
    output:
      'WEBHOOK_ALLOW_PRIVATE=true is not allowed with NODE_ENV=production: set WEBHOOK_ALLOW_PRIVATE=false',
  })
})
