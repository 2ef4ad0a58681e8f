import { join } from 'node:path'
import type { Demo } from '@jobboard/jobboard/demo/demo-file'
import { root } from '@jobboard/stack/settings'
import { mintKeys } from './mint-keys.ts'
import { pythonFolder, pythonPrograms } from './python.ts'
import { isInstalled, report, run, runningStack } from './run.ts'

/** Runs all checks of schemathesis against the stack; further arguments go to it. */
async function checkWithSchemathesis(demo: Demo, args: string[]): Promise<void> {
  if (!isInstalled('python3')) throw new Error('There is no python3 on the PATH: schemathesis needs it')
  const programs = await pythonPrograms()
  const keys = await mintKeys(demo)
  const document = join(root, 'openapi', 'v1.json')
  await run({
    program: join(programs, 'schemathesis'),
    args: ['run', document, '--url', demo.baseUrl, ...args],
    cwd: pythonFolder,
    env: {
      ...keys,
      SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
      PYTHONPATH: pythonFolder,
      PYTHONDONTWRITEBYTECODE: '1',
    },
  })
}

await report(async () => checkWithSchemathesis(await runningStack(), process.argv.slice(2)))
