import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const OWN_PACKAGES = '@jobboard'

/** Copies the files of a working tree that Git knows or would add, with uncommitted changes, to a new folder, and returns its
 * path. Its `node_modules` has links: to the libraries of the tree, and to the packages of the copy. */
export function copyTree(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'jobboard-mutants-'))
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1_048_576 }).split(
    '\0',
  )
  for (const file of new Set(files)) {
    const from = join(root, file)
    if (file === '' || !lstatSync(from, { throwIfNoEntry: false })?.isFile()) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(from, join(copy, file))
  }
  linkModules(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

function linkModules(from: string, to: string): void {
  mkdirSync(join(to, OWN_PACKAGES), { recursive: true })
  const isLibrary = (name: string) => name === '.bin' || (!name.startsWith('.') && name !== OWN_PACKAGES)
  for (const name of readdirSync(from).filter(isLibrary)) symlinkSync(join(from, name), join(to, name))
  for (const name of readdirSync(join(from, OWN_PACKAGES))) {
    // Relative, such as ../../packages/db: in the copy it leads to the copy.
    symlinkSync(readlinkSync(join(from, OWN_PACKAGES, name)), join(to, OWN_PACKAGES, name))
  }
}
