import { execFile, spawn } from 'node:child_process'
import * as nodeFs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLogDestination } from './log.ts'

const module = new URL('./log.ts', import.meta.url).href
const script = (code: string) => [
  '--input-type=module',
  '-e',
  `import { openLog } from '${module}'; const log = openLog('test', 'info'); ${code}`,
]

/** A file that takes nothing while `isFull`, at most 50 000 bytes at a time, and counts what it refused. */
function fakeFile() {
  const file = { text: '', isFull: false, refused: 0 }
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const writeSync = (_fd: number, bytes: Buffer) => {
    if (file.isFull) {
      file.refused++
      throw full
    }
    file.text += bytes.subarray(0, 50_000)
    return Math.min(50_000, bytes.length)
  }
  type Done = (error: Error | null, count?: number) => void
  const write = (_fd: number, bytes: Buffer, _at: 0, _length: number, _position: null, done: Done) =>
    void setImmediate(() => {
      try {
        done(null, writeSync(1, bytes))
      } catch {
        done(full)
      }
    })
  return { file, fs: { write, writeSync } as unknown as typeof nodeFs }
}

test('lines arrive whole and in order', async () => {
  const dir = nodeFs.mkdtempSync(join(tmpdir(), 'log-'))
  onTestFinished(() => nodeFs.rmSync(dir, { recursive: true }))
  const path = join(dir, 'log')
  const destination = openLogDestination(nodeFs.openSync(path, 'a'))
  const lines = Array.from({ length: 10_000 }, (_, n) => `{"n":${n},"text":"ü"}\n`)
  for (const [n, line] of lines.entries()) {
    destination.write(line)
    // Some are written before the next ones arrive.
    if (n % 1_000 === 0) await expect.poll(() => nodeFs.statSync(path).size > 0).toBe(true)
  }
  await expect.poll(() => nodeFs.readFileSync(path, 'utf8').length).toBe(lines.join('').length)
  expect(nodeFs.readFileSync(path, 'utf8')).toBe(lines.join(''))
})

test('while the disk is full 1 MiB of lines wait; the number of the others is written when there is space (P-54)', async () => {
  const { file, fs } = fakeFile()
  const destination = openLogDestination(1, fs)
  file.isFull = true
  const line = `${'x'.repeat(1_023)}\n`
  for (let n = 0; n < 1_034; n++) destination.write(line)
  await expect.poll(() => file.refused).toBeGreaterThan(0)
  file.isFull = false
  await expect.poll(() => file.text.endsWith('"lines":10}\n'), { timeout: 10_000 }).toBe(true)
  expect(file.text.startsWith(line.repeat(1_024))).toBe(true)
})

test('flushSync on a full disk returns', () => {
  const { file, fs } = fakeFile()
  const destination = openLogDestination(1, fs)
  file.isFull = true
  destination.write('line\n')
  destination.flushSync()
  expect(file.text).toBe('')
})

test('the lines before an uncaught error, and before process.exit, are written', async () => {
  const run = (code: string) =>
    new Promise<string>((resolve) =>
      execFile(process.execPath, script(code), (_error, stdout) => resolve(stdout)),
    )
  expect(await run(`log.info('last'); throw new Error('crash')`)).toContain('"msg":"last"')
  expect(await run(`log.info('last'); process.exit(0)`)).toContain('"msg":"last"')
})

test.skipIf(process.platform !== 'linux')(
  'a full disk under the log ends no process, and does not delay its end',
  async () => {
    const full = nodeFs.openSync('/dev/full', 'w')
    const code = `for (let n = 0; n < 100; n++) { log.info('line'); await new Promise((r) => setTimeout(r, 5)) } process.exit(7)`
    const child = spawn(process.execPath, script(code), { stdio: ['ignore', full, 'inherit'] })
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(7)
  },
)
