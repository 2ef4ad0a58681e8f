import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockedPackages, lockFile, modules, node, readIfThere } from './checkout.mjs'

const stampFile = join(modules, '.jobboard-lock')

/** True when node_modules has what package-lock.json requires, installed on this kind of machine. */
export function isInstalled() {
  if (readIfThere(stampFile) === currentStamp() && existsSync(node)) return true
  // Installed by hand or by CI: compares npm's own record.
  if (!recordMatches() || !nodeRuns()) return false
  writeStamp()
  return true
}

/** True when the Node of node_modules runs on this machine. */
export function nodeRuns() {
  return spawnSync(node, ['--version']).status === 0
}

/** Records what was installed, so that the next command sees it without comparing every package. */
export function writeStamp() {
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
