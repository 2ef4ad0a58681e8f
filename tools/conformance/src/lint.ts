import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@jobboard/stack/settings'
import { report, run } from './run.ts'

/** Lints the committed documents with redocly's recommended rules. */
async function lint(): Promise<void> {
  const folder = join(root, 'openapi')
  const documents = readdirSync(folder)
    .filter((name) => /v1\.json$/.test(name))
    .map((name) => join(folder, name))
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', SCARF_ANALYTICS: 'false' }
  const configuration = join(root, 'tools', 'conformance')
  await run({
    program: process.execPath,
    args: [
      join(root, 'node_modules', '.bin', 'redocly'),
      'lint',
      ...['--config', join(configuration, 'redocly.yaml')],
      ...documents,
    ],
    env,
  })
}

await report(lint)
