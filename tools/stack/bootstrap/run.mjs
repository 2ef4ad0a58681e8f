import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import { delimiter, join } from 'node:path'
import { fail, modules, node, root } from './checkout.mjs'
import { childEnd, dieBy } from './child.mjs'
import { checks, commands } from './commands.mjs'

/** These end at the first of SIGINT and SIGTERM. */
const SUPERVISED = ['start', 'dev', 'test', 'test:all', 'test:again', 'bench']
/** The others get a signal as it came: Ctrl-C reaches them from the terminal, once. */
const asSent = (signal) => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : signal)

/** Runs a command in a child process, and ends with its exit code or signal. */
export async function run(name, args) {
  for (const step of commands[name].split(' && ')) {
    const { file, child } = prepare(step, args)
    if (!existsSync(file)) fail(`"${name}" is not there: ${file} is missing.`)
    const passedOn = SUPERVISED.includes(name) ? undefined : asSent
    const { error, code, signal } = await childEnd(() => child('inherit'), passedOn)
    if (error) fail(`Cannot run ${node}: ${error.message}`)
    if (signal) dieBy(signal)
    process.exitCode = code
    if (code !== 0) return
  }
}

/** Runs every check, as many at once as there are CPUs, and prints the output of those that fail. */
export async function runChecks() {
  const startedAt = Date.now()
  const waiting = [...checks]
  const failed = []
  const worker = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      const since = Date.now()
      const { isGreen, output } = await runQuietly(commands[name].split(' && '))
      if (!isGreen) failed.push(name)
      console.log(
        `${isGreen ? 'ok    ' : 'FAILED'}  ${name.padEnd(14)}${seconds(since)}${isGreen ? '' : `\n${output}`}`,
      )
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, cpus().length) }, worker))
  console.log(
    `${checks.length - failed.length} checks passed, ${failed.length} failed (${seconds(startedAt)})`,
  )
  if (failed.length > 0) process.exitCode = 1
}

async function runQuietly(steps) {
  let output = ''
  for (const step of steps) {
    const { error, code, signal } = await childEnd(() => {
      const child = prepare(step, []).child('pipe')
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
      return child
    })
    if (signal) dieBy(signal)
    if (error || code !== 0) return { isGreen: false, output: output + (error?.message ?? '') }
  }
  return { isGreen: true, output }
}

/** `NAME=value file argument…`, to be started with these arguments too. */
function prepare(step, args) {
  const words = step.split(' ')
  const variables = words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('='))
  const [file, ...own] = words.slice(variables.length)
  // The programs that the command starts find the same Node.
  const PATH = [join(modules, '.bin'), process.env.PATH].join(delimiter)
  // What Node compiled, as the services have it: a command starts in two thirds of the CPU time.
  const NODE_COMPILE_CACHE = join(modules, '.cache', 'compile')
  const env = { NODE_COMPILE_CACHE, ...process.env, PATH, ...Object.fromEntries(variables) }
  const line = [join(root, file), ...own, ...args]
  return {
    file: join(root, file),
    child: (output) => spawn(node, line, { stdio: ['inherit', output, output], env }),
  }
}

const seconds = (since) => `${((Date.now() - since) / 1_000).toFixed(1)} s`
