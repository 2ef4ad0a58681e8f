import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const BLOCK_TIMEOUT_MS = 120_000

export type Shell = Awaited<ReturnType<typeof openShell>>

/** Opens a terminal in `dir`: one bash in which variables and functions of earlier blocks stay. A failing command or an unset
 * variable ends it. */
export async function openShell(dir: string, env: NodeJS.ProcessEnv) {
  const bash = spawn('bash', ['--noprofile', '--norc'], { cwd: dir, env, stdio: ['pipe', 'pipe', 'ignore'] })
  const exited = once(bash, 'exit')
  // A write to a shell that a failing command has ended.
  bash.stdin.on('error', () => {})
  const lines = createInterface({ input: bash.stdout })[Symbol.asyncIterator]()
  let count = 0
  // Job control gives each background block a process group, which ends as a whole.
  bash.stdin.write('set -meu\n')

  const send = async (block: string, run: (script: string, output: string) => string) => {
    const script = join(dir, `.block-${bash.pid}-${++count}.sh`)
    const output = join(dir, `.block-${bash.pid}-${count}.out`)
    writeFileSync(script, block)
    writeFileSync(output, '')
    bash.stdin.write(`${run(script, output)}\necho done\n`)
    const timeout = setTimeout(() => bash.kill('SIGKILL'), BLOCK_TIMEOUT_MS)
    const { done } = await lines.next()
    clearTimeout(timeout)
    const read = () => readFileSync(output, 'utf8')
    if (done)
      throw new Error(`the command failed, or took longer than ${BLOCK_TIMEOUT_MS} ms:\n${block}\n${read()}`)
    return read
  }
  return {
    /** Runs a block to its end and returns what it printed. Throws with the output when a command fails. */
    run: async (block: string) => (await send(block, (script, output) => `. ${script} > ${output} 2>&1`))(),
    /** Starts a block that runs until the shell is closed. Returns a reader of what it has printed so far. */
    start: (block: string) => send(block, (script, output) => `( . ${script} ) > ${output} 2>&1 &`),
    async close() {
      bash.stdin.end('for job in $(jobs -p); do kill -- "-$job" || true; done; wait || true; exit 0\n')
      await exited
    },
  }
}
