// Runs first in a fresh clone: this file and bootstrap/ are plain JavaScript without dependencies, for Node 18 and
// later.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { lockFile, modules, node, root } from './bootstrap/checkout.mjs'
import { childEnd, dieBy } from './bootstrap/child.mjs'
import { fail } from './bootstrap/fail.mjs'
import { ensureInstalled } from './bootstrap/install.mjs'

const commands = {
  start: 'start everything on this machine with demo data; Ctrl-C stops it',
  dev: 'run one service of a running start in watch mode, with the debugger',
  test: 'run the tests against real infrastructure; --all: also the long ones',
  'test-again': 'run the tests several times beside busy CPUs, to find those that fail sometimes',
  bench: 'measure a running or freshly started system',
  install: 'only install the dependencies; the other scripts of package.json begin with it',
}

const [command, ...args] = process.argv.slice(2)
if (command === '--help' || command === '-h' || command === 'help') {
  console.log(help())
} else if (!Object.keys(commands).includes(command)) {
  fail(`${command ? `There is no command "${command}".` : 'A command is missing.'}\n\n${help()}`)
} else {
  checkMachine()
  await ensureInstalled()
  if (command === 'bench') await run(join(root, 'tools', 'bench', 'src', 'main.ts'))
  else if (command !== 'install') await run(join(root, 'tools', 'stack', 'src', `${command}.ts`))
}

/** Fails with a sentence on a machine where no command can run. */
function checkMachine() {
  if (process.platform === 'win32') fail('On Windows, run this inside WSL 2 (https://aka.ms/wsl).')
  const major = Number.parseInt(process.versions.node, 10)
  if (major < 18) {
    fail(`Node ${process.versions.node} is too old: install Node 18 or later (https://nodejs.org).`)
  }
  if (!existsSync(lockFile)) fail(`package-lock.json is missing in ${root}.`)
}

/** Runs a command in a child process, and ends with its exit code or signal. */
async function run(script) {
  if (!existsSync(script)) fail(`"${command}" is not there: ${script} is missing.`)
  // The programs that the command starts find the same Node.
  const env = { ...process.env, PATH: [join(modules, '.bin'), process.env.PATH].join(delimiter) }
  const { error, code, signal } = await childEnd(() =>
    spawn(node, [script, ...args], { stdio: 'inherit', env }),
  )
  if (error) fail(`Cannot run ${node}: ${error.message}`)
  if (signal) dieBy(signal)
  else process.exitCode = code
}

function help() {
  const lines = Object.entries(commands).map(([name, what]) => `  ${name.padEnd(12)}${what}`)
  return [
    'Usage: node tools/stack/bootstrap.mjs <command> [arguments]',
    '',
    ...lines,
    '',
    'Installs the npm dependencies first when they are missing or not those of package-lock.json.',
    'The arguments go to the command: try <command> --help.',
  ].join('\n')
}
