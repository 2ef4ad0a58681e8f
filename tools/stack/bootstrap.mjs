// The first thing that runs on a fresh clone: plain JavaScript, no dependencies, Node 18 and later.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const commands = {
  start: 'start everything on this machine with demo data; Ctrl-C stops it',
  test: 'run all tests against real infrastructure',
  bench: 'measure a running or freshly started system',
}
const root = fileURLToPath(new URL('../..', import.meta.url))
const modules = join(root, 'node_modules')
const node = join(modules, '.bin', 'node')
const stampFile = join(modules, '.jobboard-lock')
const lockFolder = join(root, '.jobboard', 'install.lock')

const [command, ...args] = process.argv.slice(2)
if (command === '--help' || command === '-h' || command === 'help') {
  console.log(help())
} else if (!Object.keys(commands).includes(command)) {
  fail(`${command ? `There is no command "${command}".` : 'Which command?'}\n\n${help()}`)
} else {
  checkMachine()
  if (!isInstalled()) await installOnce()
  const script = join(root, 'tools', 'stack', 'src', `${command}.ts`)
  if (!existsSync(script)) fail(`"${command}" is not there: ${script} is missing.`)
  // Whatever the command runs in turn finds the same Node.
  const env = { ...process.env, PATH: [join(modules, '.bin'), process.env.PATH].join(delimiter) }
  await hand(spawn(node, [script, ...args], { stdio: 'inherit', env }))
}

function help() {
  const lines = Object.entries(commands).map(([name, what]) => `  ${name.padEnd(7)}${what}`)
  return [
    'Usage: node tools/stack/bootstrap.mjs <command> [arguments]',
    '',
    ...lines,
    '',
    'Installs the npm dependencies first when they are missing or not those of package-lock.json.',
    'The arguments go to the command: try <command> --help.',
  ].join('\n')
}

function checkMachine() {
  if (process.platform === 'win32') fail('On Windows, run this inside WSL 2 (https://aka.ms/wsl).')
  const major = Number.parseInt(process.versions.node, 10)
  if (major < 18)
    fail(`Node ${process.versions.node} is too old: install Node 18 or later (https://nodejs.org).`)
  if (!existsSync(join(root, 'package-lock.json'))) fail(`package-lock.json is missing in ${root}.`)
}

/** Is what stands in node_modules what package-lock.json asks for, on this kind of machine? */
function isInstalled() {
  const stamp = presentStamp()
  if (readIfThere(stampFile) === stamp && existsSync(node)) return true
  // Installed by hand or by CI: npm's own record says what is there.
  if (!recordMatches() || spawnSync(node, ['--version']).status !== 0) return false
  writeStamp(stamp)
  return true
}

function presentStamp() {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${hash} ${process.platform}-${process.arch}`
}

function recordMatches() {
  const record = readIfThere(join(modules, '.package-lock.json'))
  if (!record) return false
  const installed = JSON.parse(record).packages
  const { '': _project, ...wanted } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  ).packages
  const differs = ([path, { version, optional, devOptional, peer }]) =>
    installed[path] ? installed[path].version !== version : !(optional || devOptional || peer)
  return Object.keys(installed).every((path) => path in wanted) && !Object.entries(wanted).some(differs)
}

function writeStamp(stamp) {
  try {
    writeFileSync(stampFile, stamp)
  } catch {
    // A node_modules that belongs to somebody else: it is looked through again next time.
  }
}

/** Two of these at once: one installs, the other waits for it. */
async function installOnce() {
  let waiting = false
  while (!takeLock()) {
    if (!waiting) console.error('Waiting for another start that installs the dependencies…')
    waiting = true
    await sleep(300)
  }
  try {
    if (!isInstalled()) await install()
  } finally {
    rmSync(lockFolder, { recursive: true, force: true })
  }
}

function takeLock() {
  try {
    mkdirSync(join(root, '.jobboard'), { recursive: true })
    mkdirSync(lockFolder)
    writeFileSync(join(lockFolder, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') fail(`Cannot write ${lockFolder}: ${error.message}`)
  }
  if (isAbandoned()) rmSync(lockFolder, { recursive: true, force: true })
  return false
}

function isAbandoned() {
  const pid = Number(readIfThere(join(lockFolder, 'pid')))
  try {
    if (pid > 0) return process.kill(pid, 0) !== true
    // Between making the folder and writing the pid: only a dead one stays there.
    return Date.now() - statSync(lockFolder).mtimeMs > 5_000
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

async function install() {
  console.error('Installing dependencies (first run, about 30 s)…')
  const { error, code, asked } = await npm(root, ['ci'], await nodeForNpm())
  if (error || code !== 0) {
    rmSync(lockFolder, { recursive: true, force: true })
    if (asked) return dieBy(asked)
    const missing = error?.code === 'ENOENT'
    fail(missing ? 'npm is missing: install it with Node (https://nodejs.org).' : 'npm ci failed, see above.')
  }
  if (spawnSync(node, ['--version']).status !== 0) {
    fail(`The Node of the dependencies (${node}) does not run here: run "npm ci" by hand to see why.`)
  }
  writeStamp(presentStamp())
}

/** npm leaves out optional packages that the Node it runs on is too old for, also those that our own Node needs. So an old
 *  Node fetches ours first, and npm runs on that. Nothing when this one will do. */
async function nodeForNpm() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return undefined
  const folder = join(root, '.jobboard', 'node')
  const { version } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[
    'node_modules/node'
  ]
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  await npm(folder, ['install', '--no-save', '--no-package-lock', `node@${version}`])
  const file = join(folder, 'node_modules', 'node', 'bin', 'node')
  return existsSync(file) ? file : undefined
}

/** Runs npm in a folder, on another Node if one is given. */
function npm(cwd, words, otherNode) {
  const flags = [...words, '--loglevel=error', '--no-audit', '--no-fund']
  const env = { ...process.env, npm_config_update_notifier: 'false' }
  const script = otherNode && npmScript()
  if (script) env.PATH = [dirname(otherNode), process.env.PATH].join(delimiter)
  const [file, ...args] = script ? [otherNode, script, ...flags] : ['npm', ...flags]
  return ended(spawn(file, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] }))
}

/** npm's own JavaScript: told by npm when it started us, or behind the `npm` of the PATH. */
function npmScript() {
  const told = process.env.npm_execpath
  if (told?.endsWith('.js')) return told
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, 'npm')
    if (existsSync(file)) return realpathSync(file).endsWith('.js') ? realpathSync(file) : undefined
  }
  return undefined
}

/** Ends as the child ends. */
async function hand(child) {
  const { error, code, signal } = await ended(child)
  if (error) fail(`Cannot run ${node}: ${error.message}`)
  if (signal) return dieBy(signal)
  process.exitCode = code
}

/** Waits for the child's own orderly stop. Whatever asks us to stop asks it once, by SIGTERM: a Ctrl-C reaches the
 *  child from the terminal too, so it must take the first of SIGINT and SIGTERM and ignore the rest. */
function ended(child) {
  return new Promise((resolve) => {
    let asked
    const ask = (signal) => {
      if (!asked) child.kill('SIGTERM')
      asked = signal
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, ask)
    const watching = watchParent(() => ask('SIGTERM'))
    const end = (result) => {
      clearInterval(watching)
      for (const signal of signals) process.off(signal, ask)
      resolve({ ...result, asked })
    }
    child.once('error', (error) => end({ error }))
    child.once('exit', (code, signal) => end({ code, signal }))
  })
}

/** A SIGTERM to npm ends npm and its shell, and tells nobody below: notice that they are gone. */
function watchParent(gone) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  return setInterval(() => {
    if (process.ppid !== parent) gone()
  }, 300)
}

function dieBy(signal) {
  process.kill(process.pid, signal)
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
