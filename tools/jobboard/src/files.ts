import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the checkout; in the image, the folder that has the same files. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The documented settings, which `init` copies. */
export const ENV_EXAMPLE = join(root, 'deploy', 'env.example')

/** Where `npm start` keeps its data, and `seed` writes demo.json. */
export const dataDir = () => resolve(root, process.env.DATA_DIR || '.jobboard')

/** A path as the user means it: npm runs scripts in the root of the checkout and passes the user's folder in INIT_CWD. */
export function fromFolderOfUser(path: string): string {
  const { INIT_CWD, npm_lifecycle_event: script } = process.env
  return resolve((script === 'jobboard' && INIT_CWD) || process.cwd(), path)
}
