import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Arena } from './test-broker.ts'

const file = fileURLToPath(new URL('./fixture-process.ts', import.meta.url))

/** Runs one part of a service as a process of its own; resolves with the signal or the code that ended it. */
export function fork(
  arena: Arena,
  role: 'owner' | 'relay' | 'consumer',
  { failpoints = '', count = 1 } = {},
): { ended: Promise<string | number | null>; kill(): void } {
  const child = spawn(process.execPath, [file], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      FAILPOINTS: failpoints,
      TEST_ROLE: role,
      TEST_COUNT: String(count),
      TEST_DATABASE_URL: arena.url,
      TEST_NATS_URL: arena.nats.url,
    },
  })
  const ended = new Promise<string | number | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code))
  })
  const kill = () => void child.kill('SIGKILL')
  arena.atClear(kill)
  return { ended, kill }
}
