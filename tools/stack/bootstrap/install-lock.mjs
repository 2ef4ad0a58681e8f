import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readIfThere, root } from './checkout.mjs'
import { fail } from './fail.mjs'

const lockFolder = join(root, '.jobboard', 'install.lock')
// Between making the folder and writing the pid into it.
const PID_WRITE_MS = 5_000

/** Locks this checkout for one install, until `unlockInstall`. Waits while another process holds the lock. */
export async function lockInstall() {
  for (let waiting = false; !takeLock(); waiting = true) {
    if (!waiting) console.error('Another command is installing the dependencies: waiting for it…')
    await sleep(300)
  }
}

export function unlockInstall() {
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
