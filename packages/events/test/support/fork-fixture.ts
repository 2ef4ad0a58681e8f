import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestBroker } from './test-broker.ts'

const file = fileURLToPath(new URL('./fixture-process.ts', import.meta.url))

/** Runs one role of a service as a process. `ended` resolves with the signal or the exit code. */
export function forkFixture(
  broker: TestBroker,
  role: 'publisher' | 'relay' | 'consumer',
  { failpoints = '', count = 1 } = {},
): { ended: Promise<string | number | null>; kill(): void; signal(name: NodeJS.Signals): void } {
  const child = spawn(process.execPath, [file], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      FAILPOINTS: failpoints,
      TEST_ROLE: role,
      TEST_COUNT: String(count),
      TEST_DATABASE_URL: broker.url,
      TEST_NATS_URL: broker.nats.url,
    },
  })
  const ended = new Promise<string | number | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code))
  })
  const kill = () => void child.kill('SIGKILL')
  broker.onReset(kill)
  return { ended, kill, signal: (name) => void child.kill(name) }
}
