import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, startMark } from './process-facts.ts'

/** Makes the folder (0700) this process's own until `release()` or its death; a dead owner's claim is taken over.
 *  Throws a sentence naming the owner when it lives, or when the folder is not ours to write. */
export function claimFolder(dir: string, name: string): { release(): void } {
  const file = join(dir, 'owner.json')
  const mine = JSON.stringify({ pid: process.pid, mark: startMark(process.pid) })
  const draft = join(dir, `owner.${randomUUID()}`)
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    writeFileSync(draft, mine, { mode: 0o600 })
  } catch (error) {
    throw new Error(`${name} cannot write its folder ${dir}: ${(error as Error).message}`)
  }
  try {
    // A link appears whole or not at all: nobody reads half a claim.
    while (!tryLink(draft, file)) takeFromTheDead(file, dir, name)
  } finally {
    rmSync(draft, { force: true })
  }
  return { release: () => rmSync(file, { force: true }) }
}

function takeFromTheDead(file: string, dir: string, name: string): void {
  const aside = `${file}.${randomUUID()}`
  const seen = readIfThere(file)
  if (seen === undefined) return
  const pid = livingOwner(seen)
  if (pid !== undefined) {
    throw new Error(
      `${name} in ${dir} is in use by process ${pid}: stop that one first, or use another folder`,
    )
  }
  try {
    renameSync(file, aside)
    // Somebody else may have taken it over between the read and the rename: give it back.
    if (readIfThere(aside) !== seen) tryLink(aside, file)
    rmSync(aside, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

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
