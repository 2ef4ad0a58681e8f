import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Manifest } from './manifest.ts'

/** Compares every file of a backup with its list. Throws the first that is missing or was changed. */
export async function checkFiles(folder: string, manifest: Manifest): Promise<void> {
  for (const { tables } of Object.values(manifest.databases)) {
    for (const { file, sha256 } of tables) {
      const hash = createHash('sha256')
      await pipeline(createReadStream(join(folder, file)), hash).catch((error: Error) => {
        throw new Error(`the backup is damaged: ${file} cannot be read: ${error.message}`)
      })
      if (hash.digest('hex') !== sha256)
        throw new Error(`the backup is damaged: ${file} is not the file that was written`)
    }
  }
}
