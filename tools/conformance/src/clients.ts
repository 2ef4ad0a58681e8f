import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Demo } from '@jobboard/jobboard/demo/demo-file'
import { root } from '@jobboard/stack/settings'
import { pythonFolder, pythonPrograms } from './python.ts'
import { isInstalled, report, run, runningStack } from './run.ts'

const document = join(root, 'openapi', 'v1.json')
const goFolder = fileURLToPath(new URL('../go/', import.meta.url))
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'

interface Check {
  language: string
  /** The program that it needs, and the flag that prints its version. */
  needs: [program: string, versionFlag: string]
  /** Generates a client below this folder, and calls the stack with it. */
  check(folder: string, env: Record<string, string>): Promise<void>
}

const checks: Check[] = [
  {
    language: 'Python',
    needs: ['python3', '--version'],
    async check(folder, env) {
      const programs = await pythonPrograms()
      const output = ['--output-path', join(folder, 'generated'), '--meta', 'none', '--fail-on-warning']
      await run({
        program: join(programs, 'openapi-python-client'),
        args: ['generate', '--path', document, ...output],
        cwd: folder,
        // It formats what it generates with ruff.
        env: { PATH: [programs, process.env.PATH].join(delimiter) },
      })
      const args = [join(pythonFolder, 'call_with_client.py')]
      await run({ program: join(programs, 'python'), args, env: { ...env, PYTHONPATH: folder } })
    },
  },
  {
    language: 'Go',
    needs: ['go', 'version'],
    async check(folder, env) {
      cpSync(goFolder, folder, { recursive: true })
      const args = ['run', OAPI_CODEGEN, '-config', 'oapi-codegen.yaml', document]
      await run({ program: 'go', args, cwd: folder })
      await run({ program: 'go', args: ['vet', './...'], cwd: folder })
      await run({ program: 'go', args: ['run', '.'], cwd: folder, env })
    },
  },
]

async function checkClients({ baseUrl, employers }: Demo): Promise<void> {
  const skipped: string[] = []
  for (const { language, needs, check } of checks) {
    const [program, versionFlag] = needs
    if (!isInstalled(program, versionFlag)) {
      skipped.push(`${language}: there is no ${program} on the PATH`)
      continue
    }
    const folder = mkdtempSync(join(tmpdir(), 'jobboard-client-'))
    try {
      await check(folder, { BASE_URL: baseUrl, API_KEY: employers[0]!.apiKey })
      console.log(`${language}: the generated client compiles and calls ${baseUrl}`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  for (const line of skipped) console.warn(`SKIPPED ${line}`)
}

await report(async () => checkClients(await runningStack()))
