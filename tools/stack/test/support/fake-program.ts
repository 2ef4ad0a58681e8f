import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** An environment in which a program is a shell script: `folder`, with the script in it, comes first on the PATH. */
export function withFakeProgram(
  env: NodeJS.ProcessEnv,
  folder: string,
  name: string,
  script: string,
): NodeJS.ProcessEnv {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return { ...env, PATH: `${folder}:${env.PATH}` }
}
