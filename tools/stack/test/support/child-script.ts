import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../../src/settings.ts'

const node = join(root, 'node_modules', '.bin', 'node')

export type ChildScript = {
  pid: number
  /** What the script passed to `report(text)`. */
  report: string
  /** SIGKILL. */
  kill(): Promise<void>
}

/** Runs JavaScript in a process of its own and resolves when it calls `report(text)`; it then stays until `kill`.
 *  `infra` is the URL of src/infra/. Throws what the process printed when it ends without a report. */
export async function runChildScript(
  code: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ChildScript> {
  const infra = JSON.stringify(new URL('../../src/infra/', import.meta.url).href)
  const prelude = `const infra = ${infra}; const report = (text) => process.stdout.write(text)`
  // Ends with this process, also when a test fails before kill().
  const leave = `process.stdin.on('end', () => process.exit()).resume()`
  const child = spawn(node, ['--input-type=module', '-e', `${prelude}; ${leave}; ${code}`], {
    env,
    stdio: 'pipe',
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(child, 'exit')
  const report = await Promise.race([
    once(child.stdout, 'data').then(([chunk]) => String(chunk)),
    ended.then(() => Promise.reject(new Error(errors))),
  ])
  return {
    pid: child.pid ?? 0,
    report,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
