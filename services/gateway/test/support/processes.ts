import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { eventually } from '@jobboard/testkit/eventually'

/** A service as it is started in production: the program itself. */
export interface Program {
  child: ChildProcess
  output: { stdout: string; stderr: string }
  /** Its exit code; null when a signal ended it. */
  exit: Promise<number | null>
  /** Where it answers, once it does. */
  ready(): Promise<{ url: string; adminUrl: string }>
}

/** Starts the program of a service; nothing of this process's environment reaches it. */
export function run(service: string, env: Record<string, string>): Program {
  const main = fileURLToPath(new URL(`../../../${service}/src/main.ts`, import.meta.url))
  const child = spawn(process.execPath, [main], { env: { NATS_URL: 'nats://127.0.0.1:9', ...env } })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (output.stdout += chunk))
  child.stderr.on('data', (chunk) => (output.stderr += chunk))
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return {
    child,
    output,
    exit,
    ready: () =>
      eventually(`${service} is ready`, async () => {
        if (child.exitCode !== null) throw new Error(`${service} ended: ${output.stderr}`)
        const line = output.stdout.split('\n').find((one) => one.includes('"msg":"ready"'))
        if (!line) return false
        const { port, url = `http://127.0.0.1:${port}`, adminUrl = '' } = JSON.parse(line)
        return { url, adminUrl }
      }),
  }
}
