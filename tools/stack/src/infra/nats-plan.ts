import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { writeNatsConfig } from './nats-config.ts'
import type { FoundNats } from './nats-program.ts'
import { runCommand } from './run-command.ts'
import type { ProcessPlan } from './run-process.ts'

export type NatsLaunch = {
  plan: (port: number, serverName: string) => ProcessPlan
  cleanUp: () => Promise<void>
}

/** How the server found is run on a folder: as a process, or in a container that `cleanUp` removes. */
export function natsLaunch(
  program: FoundNats,
  dir: string,
  password: string,
  env: NodeJS.ProcessEnv,
): NatsLaunch {
  const conf = join(dir, 'nats.conf')
  const common = { command: program.file, env, logFile: join(dir, 'nats.log') }
  if (!program.inDocker) {
    const [storeDir, pidFile] = [join(dir, 'jetstream'), join(dir, 'nats.pid')]
    return {
      plan: (port, serverName) => {
        writeNatsConfig(conf, { serverName, listen: `127.0.0.1:${port}`, storeDir, password, pidFile })
        return { ...common, args: ['-c', conf] }
      },
      cleanUp: async () => {},
    }
  }
  const container = `jobboard-nats-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`
  const user = process.getuid ? ['--user', `${process.getuid()}:${process.getgid?.()}`] : []
  return {
    plan: (port, serverName) => {
      writeNatsConfig(conf, { serverName, listen: '0.0.0.0:4222', storeDir: '/jobboard/jetstream', password })
      const network = ['-p', `127.0.0.1:${port}:4222`]
      const run = ['run', '--rm', '--name', container, ...user, ...network, '-v', `${dir}:/jobboard`]
      return { ...common, args: [...run, 'nats:2.12', '-c', '/jobboard/nats.conf'] }
    },
    cleanUp: async () => {
      await runCommand(program.file, ['rm', '-f', container], { env, timeoutMs: 30_000 })
    },
  }
}
