import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { LeaderTimes } from '../../src/publisher/leadership.ts'
import type { TestBroker } from './test-broker.ts'

const file = fileURLToPath(new URL('./fixture-process.ts', import.meta.url))

/** What the process does. */
export interface FixtureSettings {
  role: 'publisher' | 'relay' | 'consumer'
  databaseUrl: string
  natsUrl: string
  /** Of a publisher: how many events. */
  count: number
  /** Of a relay. */
  times?: LeaderTimes | undefined
  /** Of a consumer. */
  maxAttempts?: number | undefined
  /** It handles several events in one transaction. */
  isBatched?: boolean | undefined
}

/** Runs one role of a service as a process. `ended` resolves with the signal or the exit code. */
export function forkFixture(
  broker: TestBroker,
  role: FixtureSettings['role'],
  {
    failpoints = '',
    count = 1,
    ...more
  }: Partial<Pick<FixtureSettings, 'count' | 'times' | 'maxAttempts' | 'isBatched'>> & {
    failpoints?: string
  } = {},
): { ended: Promise<string | number | null>; kill(): void; signal(name: NodeJS.Signals): void } {
  const settings: FixtureSettings = {
    role,
    databaseUrl: broker.url,
    natsUrl: broker.nats.url,
    count,
    ...more,
  }
  const child = spawn(process.execPath, [file], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, FAILPOINTS: failpoints, FIXTURE: JSON.stringify(settings) },
  })
  const ended = new Promise<string | number | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code))
  })
  const kill = () => void child.kill('SIGKILL')
  broker.onReset(kill)
  return { ended, kill, signal: (name) => void child.kill(name) }
}
