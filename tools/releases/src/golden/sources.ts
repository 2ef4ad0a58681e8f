import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assertInHistory, type Release, ROOT } from '../releases.ts'

/** Runs `work` on the packages of a release in a temporary folder, with the libraries of this checkout. Throws when its commit
 * is not in the clone. */
export async function withSources<T>(release: Release, work: (root: string) => Promise<T>): Promise<T> {
  assertInHistory(release)
  const folder = mkdtempSync(join(tmpdir(), 'jobboard-golden-'))
  try {
    const archive = execFileSync('git', ['archive', release.commit, 'package.json', 'packages/contracts'], {
      cwd: ROOT,
      maxBuffer: 2 ** 28,
    })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    // Sources below node_modules would not be read as TypeScript, so only libraries are linked.
    mkdirSync(join(folder, 'node_modules'))
    for (const name of readdirSync(join(ROOT, 'node_modules'))) {
      if (name !== '@jobboard')
        symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
    }
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The paths of the migrations of a release. */
export function migrationsOf({ commit }: Release): string[] {
  const files = execFileSync('git', ['ls-tree', '-r', '--name-only', commit], { cwd: ROOT, encoding: 'utf8' })
  return files.split('\n').filter((file) => /^(packages|services)\/[^/]+\/migrations\/[^/]+\.sql$/.test(file))
}
