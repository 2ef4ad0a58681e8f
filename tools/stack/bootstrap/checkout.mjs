import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the checkout. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))
export const modules = join(root, 'node_modules')
export const lockFile = join(root, 'package-lock.json')

/** The Node that every command runs on: the npm package `node`. This file may run on an older one. */
export const node = join(modules, '.bin', 'node')

/** The text of a file, or undefined when it cannot be read. */
export function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** The packages of package-lock.json by path, such as `node_modules/zod`. */
export function lockedPackages() {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages
}

/** Ends this process with exit code 1 after one sentence. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
