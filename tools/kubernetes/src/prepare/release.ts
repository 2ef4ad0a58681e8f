import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run, say } from '../run.ts'
import { root, work } from '../settings.ts'
import { makeImages } from './images.ts'

/** Makes the images of a commit, under the tag, unless they are there. */
export async function makeImagesOfCommit(commit: string, tag: string): Promise<void> {
  if (existsSync(join(work, 'images', `jobboard-${tag}.tar`))) return
  const checkout = join(work, 'checkouts', commit)
  rmSync(checkout, { recursive: true, force: true })
  mkdirSync(checkout, { recursive: true })
  say(`${tag}: the sources of ${commit}`)
  run('bash', ['-euc', 'git archive "$0" | tar -x -C "$1"', commit, checkout], {
    cwd: root,
    timeoutMs: 120_000,
  })
  await makeImages(checkout, tag)
}
