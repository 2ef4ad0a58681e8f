import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The files of a checkout, by path from its root. */
export interface Checkout {
  files: readonly string[]
  /** True for a file, and for a folder that holds one. */
  has(path: string): boolean
  /** The text of a file of `files`. */
  read(file: string): string
}

/** A checkout with these files below `root`. */
export function openCheckout(root: string, files: readonly string[]): Checkout {
  const paths = new Set(files)
  for (const file of files) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) paths.add(folder)
  }
  const texts = new Map<string, string>()
  return {
    files,
    has: (path) => paths.has(path),
    read(file) {
      const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
      texts.set(file, text)
      return text
    },
  }
}

/** The files that git tracks or would add, without those that are deleted in the work tree. */
export function listFiles(root: string): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout, status } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error('git ls-files failed: run this in a checkout')
  return [...new Set(stdout.split('\0'))].filter((file) => file !== '' && existsSync(join(root, file)))
}
