import { cpSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../../src/settings.ts'

const COPIED = ['packages', 'services', 'tools', 'package.json', 'package-lock.json']

/** Copies what the commands need of this checkout to a new folder; installed packages are linked, not copied. */
export function copyCheckout(to: string): void {
  mkdirSync(to, { recursive: true })
  const filter = (file: string) => basename(file) !== 'node_modules'
  for (const name of COPIED) cpSync(join(root, name), join(to, name), { recursive: true, filter })
  const [from, modules] = [join(root, 'node_modules'), join(to, 'node_modules')]
  mkdirSync(join(modules, '@jobboard'), { recursive: true })
  for (const name of readdirSync(from).filter((one) => one !== '@jobboard')) {
    symlinkSync(join(from, name), join(modules, name))
  }
  // Relative links: in the copy they lead to its own workspaces.
  for (const name of readdirSync(join(from, '@jobboard'))) {
    symlinkSync(readlinkSync(join(from, '@jobboard', name)), join(modules, '@jobboard', name))
  }
}
