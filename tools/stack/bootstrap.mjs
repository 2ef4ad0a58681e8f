// Runs first in a fresh clone: this file and bootstrap/ are plain JavaScript without dependencies, for Node 18 and
// later.
import { existsSync } from 'node:fs'
import { fail, lockFile, root } from './bootstrap/checkout.mjs'
import { commands, help } from './bootstrap/commands.mjs'
import { ensureInstalled } from './bootstrap/install.mjs'
import { run, runChecks } from './bootstrap/run.mjs'

const words = process.argv.slice(2)
const [command, ...args] = words[0] === 'do' && words.length > 1 ? words.slice(1) : words
if (['--help', '-h', 'help', 'do'].includes(command)) {
  console.log(help())
} else if (!(command in commands)) {
  fail(`${command ? `There is no command "${command}".` : 'A command is missing.'}\n\n${help()}`)
} else {
  checkMachine()
  await ensureInstalled()
  if (command === 'check') await runChecks()
  else if (command !== 'install') await run(command, args)
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
