import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAX_BYTES = 8_000_000

/** Runs a file of this package in a process of its own and returns its output: what it imports does not stay in the
 * memory of this process, and its work does not hold the event loop. It gets no environment, which has secrets. */
export async function runProgram(file: string, input = ''): Promise<Buffer> {
  const program = fileURLToPath(new URL(file, import.meta.url))
  const options = { encoding: 'buffer', maxBuffer: MAX_BYTES, env: {} } as const
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const child = execFile(process.execPath, [program], options, (error, stdout) =>
    error ? reject(error) : resolve(stdout),
  )
  // It ends without reading when it cannot start: the error of its end says why.
  child.stdin!.on('error', () => {})
  child.stdin!.end(input)
  return promise
}
