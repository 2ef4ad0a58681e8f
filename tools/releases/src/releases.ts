import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A release: a version with the commit that it was built from. */
export interface Release {
  /** `MAJOR.MINOR.PATCH` */
  version: string
  /** 40 hexadecimal digits. */
  commit: string
}

/** What has been released, newest first. The tree itself is not in the list until it is released. */
export function readReleases(): Release[] {
  return JSON.parse(readFileSync(`${ROOT}/releases.json`, 'utf8'))
}

/** The release before this tree: the only one that may run beside it. */
export function newestRelease(): Release {
  const [newest] = readReleases()
  if (!newest) throw new Error('releases.json is empty: nothing was released before this tree')
  return newest
}

/** Throws an error that says the next step when the commit of this release is not in the clone. */
export function assertInHistory({ version, commit }: Release): void {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT, stdio: 'ignore' })
  } catch {
    throw new Error(
      `The commit of release ${version} (${commit.slice(0, 12)}) is not in this clone. ` +
        'If the clone is shallow, run: git fetch --unshallow',
    )
  }
}
