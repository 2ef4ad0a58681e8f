import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { assertInHistory, type Release, ROOT } from './releases.ts'

const run = promisify(execFile)
const INSTALL_MS = 900_000

/** The folder of a release with its files and its dependencies, `~/.cache/jobboard/release-<commit>`: made by the first
 * call, used again by the next ones. Throws a sentence when the commit is not in the clone or npm fails. */
export async function checkOut(release: Release, log: (line: string) => void): Promise<string> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'jobboard')
  const folder = join(cache, `release-${release.commit}`)
  if (!existsSync(folder)) {
    assertInHistory(release)
    log(`Writing release ${release.version} to ${folder}…`)
    mkdirSync(cache, { recursive: true, mode: 0o700 })
    await extract(release, cache, folder)
  }
  // The release installs itself, and does nothing when it is installed.
  const bootstrap = join(folder, 'tools', 'stack', 'bootstrap.mjs')
  await run(process.execPath, [bootstrap, 'install'], { cwd: folder, timeout: INSTALL_MS }).catch(
    (error: Error & { stderr?: string }) => {
      const reason = (error.stderr || error.message).trim().split('\n').slice(-3).join('\n')
      throw new Error(`Release ${release.version} cannot be installed in ${folder}: ${reason}`)
    },
  )
  return folder
}

/** Atomic: a folder that is there is whole. */
async function extract({ commit }: Release, cache: string, folder: string): Promise<void> {
  const draft = mkdtempSync(join(cache, 'work-'))
  try {
    const archive = spawn('git', ['archive', commit], { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
    const tar = run('tar', ['-x', '-C', draft])
    archive.stdout.pipe(tar.child.stdin!)
    await tar
    // Another process may have written it meanwhile.
    if (!existsSync(folder)) renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
