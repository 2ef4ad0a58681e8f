import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parentDeathPrefix } from '@jobboard/stack/infra/process/run-process'
import { expect, test } from 'vitest'
import { eventually } from '../src/eventually.ts'

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.skipIf(parentDeathPrefix(process.env).length === 0)(
  'a service process ends when the test worker that started it is killed',
  async () => {
    const module = fileURLToPath(new URL('../src/service-process.ts', import.meta.url))
    // No database is there: the service retries for 60 s.
    const script = `const { startServiceProcess } = await import(${JSON.stringify(module)})
      const on = { databaseUrl: 'postgres://127.0.0.1:1/none', natsUrl: 'nats://127.0.0.1:1' }
      const { pid, stdout } = startServiceProcess('candidate', on, {})
      stdout.once('data', () => console.log(pid))`
    const worker = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(worker.stdout, 'data')
    const pid = Number(line)
    expect(isRunning(pid)).toBe(true)
    worker.kill('SIGKILL')
    await eventually('the service process has ended', async () => !isRunning(pid), 30_000)
  },
)
