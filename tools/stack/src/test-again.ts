import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const help = `npm run do -- test:again 10: runs the tests 10 times in a row beside two processes that use a CPU each, to find
tests that fail on a busy machine. Prints the counts of each run, and what failed in it.

  npm run do -- test:again 3 services/jobs    3 times the tests of a folder; other arguments go to npm test, too
  npm run do -- test:again 10 --burners 0     on a machine that is left in peace
`

const BURN = 'for (;;) Math.random()'

async function main(args: string[]): Promise<number> {
  const options = { burners: { type: 'string', default: '2' }, help: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [runs, ...rest] = positionals
  if (values.help || !/^[1-9]\d*$/.test(runs ?? '')) {
    process.stdout.write(help)
    return values.help ? 0 : 1
  }
  const burners = Array.from({ length: Number(values.burners) }, () => spawn(process.execPath, ['-e', BURN]))
  const stop = () => {
    for (const burner of burners) burner.kill('SIGKILL')
  }
  process.once('exit', stop)
  const folder = mkdtempSync(join(tmpdir(), 'jobboard-test-again-'))
  let red = 0
  for (let run = 1; run <= Number(runs); run++) {
    const log = join(folder, `${run}.log`)
    const { isGreen, summary } = await runTests(rest, log)
    if (!isGreen) red++
    process.stdout.write(`${run} of ${runs}: ${summary} (${log})\n`)
  }
  stop()
  process.stdout.write(red ? `${red} of ${runs} runs failed.\n` : `All ${runs} runs passed.\n`)
  return red ? 1 : 0
}

/** Runs the test command once, with its output in the file `log`. */
async function runTests(args: string[], log: string): Promise<{ isGreen: boolean; summary: string }> {
  const file = openSync(log, 'w')
  const command = fileURLToPath(new URL('test.ts', import.meta.url))
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', file, file] })
  passSignals(child)
  const [code] = await once(child, 'exit')
  closeSync(file)
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
  const failures = lines.filter((line) => line.includes(' FAIL ')).map((line) => `\n  ${line.trim()}`)
  return { isGreen: code === 0, summary: `${lines.at(-1)}${failures.join('')}` }
}

/** Ends the child on the first SIGINT or SIGTERM, and this process with it. */
function passSignals(child: ChildProcess): void {
  const end = () => {
    child.kill('SIGTERM')
    process.exit(130)
  }
  process.once('SIGINT', end).once('SIGTERM', end)
  child.once('exit', () => process.off('SIGINT', end).off('SIGTERM', end))
}

process.exitCode = await main(process.argv.slice(2))
