import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockedPackages, node, root } from './checkout.mjs'
import { dieBy } from './child.mjs'
import { explain } from './explain.mjs'
import { fail } from './fail.mjs'
import { lockInstall, unlockInstall } from './install-lock.mjs'
import { isInstalled, nodeRuns, writeStamp } from './installed.mjs'
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
