import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const node = fileURLToPath(new URL('../../../../node_modules/.bin/node', import.meta.url))

export type Elsewhere = { pid: number; answer: string; kill(): Promise<void> }

/** For tests: runs JavaScript in a process of its own, whose `say(text)` is the answer, and that then stays until
 *  `kill()`ed the hard way. `here` is this folder's URL. Throws what the process says when it ends instead. */
export async function startElsewhere(code: string, env: NodeJS.ProcessEnv = process.env): Promise<Elsewhere> {
  const say = 'const say = (text) => process.stdout.write(text)'
  // A test that fails before kill() must not leave it behind.
  const leave = `process.stdin.on('end', () => process.exit()).resume()`
  const here = `const here = ${JSON.stringify(new URL('.', import.meta.url).href)}`
  const child = spawn(node, ['--input-type=module', '-e', `${say}; ${leave}; ${here}; ${code}`], {
    env,
    stdio: 'pipe',
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(child, 'exit')
  const answer = await Promise.race([
    once(child.stdout, 'data').then(([chunk]) => String(chunk)),
    ended.then(() => Promise.reject(new Error(errors))),
  ])
  return {
    pid: child.pid ?? 0,
    answer,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
