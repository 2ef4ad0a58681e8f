import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** The one argument of a shell that may not be a word of it. */
const ENCRYPT = 'tar -C "$1" -c "$2" | age --encrypt --recipient "$3" --output "$4"'

/** Encrypts a backup with age, and copies the archive to a folder or to a remote of rclone as `NAME.tar.age`. Throws what the
 * program says. */
export async function copyEncrypted(
  folder: string,
  name: string,
  { recipient, to }: { recipient: string; to: string },
): Promise<string> {
  const archive = join(folder, `${name}.tar.age.partial`)
  const target = `${to.replace(/\/$/, '')}/${name}.tar.age`
  try {
    await rm(archive, { force: true })
    await run('bash', ['-o', 'pipefail', '-euc', ENCRYPT, 'encrypt', folder, name, recipient, archive])
    // Settings come from the environment. It compares the sums of both ends.
    await run('rclone', ['--config', 'notfound', '--quiet', 'copyto', archive, target])
    return target
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new Error(`the backup was not copied to ${target}: ${stderr?.trim().split('\n').at(-1) || message}`)
  } finally {
    await rm(archive, { force: true })
  }
}
