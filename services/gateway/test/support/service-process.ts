import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { eventually } from '@jobboard/testkit/eventually'

/** A service as it runs in production: its main program in a process of its own. */
export interface ServiceProcess {
  child: ChildProcess
  output: { stdout: string; stderr: string }
  /** The exit code; null when a signal ended it. */
  exit: Promise<number | null>
  /** Resolves with its addresses when it is ready. */
  ready(): Promise<{ url: string; adminUrl: string }>
}

/** Starts a service with this environment and nothing of our own; `descriptors` is its limit of open files. */
export function startProcess(
  service: string,
  env: Record<string, string>,
  descriptors?: number,
): ServiceProcess {
  const main = fileURLToPath(new URL(`../../../${service}/src/main.ts`, import.meta.url))
  const limit = descriptors ? `ulimit -n ${descriptors} && ` : ''
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$1"`, process.execPath, main], {
    env: {
      NATS_URL: 'nats://127.0.0.1:9',
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      ...env,
    },
  })
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
        const line = output.stdout.split('\n').find((text) => text.includes('"msg":"ready"'))
        if (!line) return false
        const { port, url = `http://127.0.0.1:${port}`, adminUrl = '' } = JSON.parse(line)
        return { url, adminUrl }
      }),
  }
}
