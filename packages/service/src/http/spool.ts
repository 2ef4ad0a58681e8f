import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** A response body on disk. */
export interface Spooled {
  bytes: number
  stream: Readable
}

/** Writes the chunks to a temporary file and returns it as a stream, so that a response is complete before it begins,
 * in constant memory. The file has no name: it is gone when the stream or the process ends. Throws what `chunks` throws. */
export async function spool(chunks: AsyncIterable<string>): Promise<Spooled> {
  const file = await openUnnamed()
  try {
    let bytes = 0
    for await (const chunk of chunks) {
      await file.appendFile(chunk)
      bytes += Buffer.byteLength(chunk)
    }
    return { bytes, stream: file.createReadStream({ start: 0, autoClose: true }) }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `jobboard-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
