import { resolve } from 'node:path'

/** A path as the user means it: npm runs scripts in the root of the checkout and passes the user's folder in INIT_CWD. */
export function fromFolderOfUser(path: string): string {
  const { INIT_CWD, npm_lifecycle_event: script } = process.env
  return resolve((script === 'jobboard' && INIT_CWD) || process.cwd(), path)
}
