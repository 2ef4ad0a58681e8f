import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the checkout; in the image, the folder that has the same files. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The documented settings, which `init` copies. */
export const ENV_EXAMPLE = join(root, 'deploy', 'env.example')
