import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail, lockedPackages, lockFile, modules, node, readIfThere, root } from './checkout.mjs'
import { dieBy } from './child.mjs'
import { runNpm } from './npm.mjs'

/** Installs the dependencies unless they are there. Ends this process with a sentence when that fails. */
export async function ensureInstalled() {
  if (isInstalled()) return
  await lockInstall()
  try {
    // Another command may have done it meanwhile.
    if (!isInstalled()) await install()
  } finally {
    unlockInstall()
  }
}

async function install() {
  const otherNode = await nodeForNpm()
  const result = await runNpm(root, ['ci'], otherNode)
  if (result.error || result.code !== 0) giveUp(result)
  if (!nodeRuns()) giveUp({ errors: [`The Node that npm installed (${node}) does not run on this machine.`] })
  writeStamp()
}

/** npm leaves out optional packages that the Node it runs on is too old for, also those that our own Node needs. An old
 *  Node therefore fetches ours first, and npm runs on that. Returns undefined when this Node is new enough. */
async function nodeForNpm() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return undefined
  const folder = join(root, '.jobboard', 'node')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const { version } = lockedPackages()['node_modules/node']
  const result = await runNpm(folder, ['install', '--no-save', '--no-package-lock', `node@${version}`])
  const file = join(folder, 'node_modules', 'node', 'bin', 'node')
  if (result.stoppedBy || !existsSync(file)) giveUp(result)
  return file
}

/** Ends this process: by the signal that stopped npm, or with what npm reported. */
function giveUp({ error, stoppedBy, errors }) {
  unlockInstall()
  if (stoppedBy) dieBy(stoppedBy)
  fail(explain(error, errors))
}

const lockFolder = join(root, '.jobboard', 'install.lock')
// Between making the folder and writing the pid into it.
const PID_WRITE_MS = 5_000

/** Locks this checkout for one install, until `unlockInstall`. Waits while another process holds the lock. */
async function lockInstall() {
  for (let waiting = false; !takeLock(); waiting = true) {
    if (!waiting) console.error('Another command is installing the dependencies: waiting for it…')
    await sleep(300)
  }
}

function unlockInstall() {
  rmSync(lockFolder, { recursive: true, force: true })
}

function takeLock() {
  try {
    mkdirSync(join(root, '.jobboard'), { recursive: true })
    mkdirSync(lockFolder)
    writeFileSync(join(lockFolder, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST')
      fail(`Cannot install the dependencies: cannot write ${lockFolder} (${error.code}).`)
  }
  if (isAbandoned()) unlockInstall()
  return false
}

/** True when the process that took the lock was killed. */
function isAbandoned() {
  const pid = Number(readIfThere(join(lockFolder, 'pid')))
  try {
    if (pid > 0) return process.kill(pid, 0) !== true
    return Date.now() - statSync(lockFolder).mtimeMs > PID_WRITE_MS
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

const stampFile = join(modules, '.jobboard-lock')

/** True when node_modules has what package-lock.json requires, installed on this kind of machine. */
function isInstalled() {
  if (readIfThere(stampFile) === currentStamp() && existsSync(node)) return true
  // Installed by hand or by CI: compares npm's own record.
  if (!recordMatches() || !nodeRuns()) return false
  writeStamp()
  return true
}

/** True when the Node of node_modules runs on this machine. */
function nodeRuns() {
  return spawnSync(node, ['--version']).status === 0
}

/** Records what was installed, so that the next command sees it without comparing every package. */
function writeStamp() {
  try {
    writeFileSync(stampFile, currentStamp())
  } catch {
    // node_modules belongs to another user: the next command compares again.
  }
}

function currentStamp() {
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  return `${hash} ${process.platform}-${process.arch}`
}

function recordMatches() {
  const record = readIfThere(join(modules, '.package-lock.json'))
  if (!record) return false
  const installed = JSON.parse(record).packages
  const { '': _project, ...wanted } = lockedPackages()
  const differs = ([path, { version, optional, devOptional, peer }]) =>
    installed[path] ? installed[path].version !== version : !(optional || devOptional || peer)
  return Object.keys(installed).every((path) => path in wanted) && !Object.entries(wanted).some(differs)
}

const MOST_LINES = 12

const HINTS = [
  [
    /CERT|UNABLE_TO_VERIFY|certificate/,
    `The certificate of the npm registry, or of a proxy before it, is not trusted. If it is signed by a CA of your own:
  NODE_EXTRA_CA_CERTS=/path/to/ca.pem npm start`,
  ],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/,
    `The npm registry cannot be reached.
  Behind a proxy:    HTTPS_PROXY=http://host:port npm start, or: npm config set https-proxy http://host:port
  Another registry:  npm config set registry https://host/
  Offline:           the first run needs the network once, later runs do not`,
  ],
  [/EACCES|EPERM|EROFS/, 'A file cannot be written: does this folder, or ~/.npm, belong to another user?'],
  [/ENOSPC/, 'The disk is full.'],
]

/** What to print when npm failed: its own error lines without the stack, and what to do. */
function explain(error, errors) {
  if (error?.code === 'ENOENT') return 'npm is missing: install it with Node (https://nodejs.org).'
  const said = error
    ? [error.message]
    : errors.filter((line) => !/^npm (error|ERR!)\s*( {2,}.*|[{}])?$/.test(line))
  const hint = HINTS.find(([pattern]) => pattern.test(said.join('\n')))?.[1]
  const lines = [
    ...said.slice(0, MOST_LINES),
    'The dependencies could not be installed: npm failed, see above.',
  ]
  return [...lines, ...(hint ? [hint] : [])].join('\n')
}
