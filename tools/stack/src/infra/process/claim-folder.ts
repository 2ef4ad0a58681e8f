import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, startMark } from './stop-process.ts'

/** Locks a folder (created with 0700) for this process until `release()` or its death; the lock of a dead process is
 *  replaced. Throws a sentence that names the living owner, or says that the folder cannot be written. */
export function claimFolder(dir: string, name: string): { release(): void } {
  const file = join(dir, 'owner.json')
  const claim = JSON.stringify({ pid: process.pid, mark: startMark(process.pid) })
  const draft = join(dir, `owner.${randomUUID()}`)
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    writeFileSync(draft, claim, { mode: 0o600 })
  } catch (error) {
    throw new Error(`${name} cannot write its folder ${dir}: ${(error as Error).message}`)
  }
  try {
    // A link appears as a whole: no other process reads half a claim.
    while (!tryLink(draft, file)) removeDeadClaim(file, dir, name)
  } finally {
    rmSync(draft, { force: true })
  }
  return { release: () => rmSync(file, { force: true }) }
}

function removeDeadClaim(file: string, dir: string, name: string): void {
  const aside = `${file}.${randomUUID()}`
  const claim = readIfThere(file)
  if (claim === undefined) return
  const pid = livingOwner(claim)
  if (pid !== undefined) {
    throw new Error(`${name} in ${dir} is in use by process ${pid}: stop it first, or use another folder`)
  }
  try {
    renameSync(file, aside)
    // Another process may have replaced the claim between the read and the rename: put its claim back.
    if (readIfThere(aside) !== claim) tryLink(aside, file)
    rmSync(aside, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** The process that holds the claim, unless it has ended or its pid now belongs to another process. */
function livingOwner(claim: string): number | undefined {
  try {
    const { pid, mark } = JSON.parse(claim) as { pid: number; mark?: string }
    return isAlive(pid) && startMark(pid) === mark ? pid : undefined
  } catch {
    return undefined
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
