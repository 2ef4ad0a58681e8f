import { join } from 'node:path'
import { containerOf } from '../docker.ts'
import type { ProcessPlan } from '../process/run-process.ts'
import { writeNatsConfig } from './config.ts'
import { type FoundNats, NATS_IMAGE } from './find.ts'

export type NatsLaunch = {
  /** Writes the configuration and returns how to run the server. */
  plan: (port: number, serverName: string) => ProcessPlan
  /** Removes the container, if there is one. */
  cleanUp: () => Promise<void>
}

/** How a nats-server runs on a data folder: as a process, or in a container. */
export function natsLaunch(
  program: FoundNats,
  dir: string,
  password: string,
  env: NodeJS.ProcessEnv,
  maxFileStoreBytes?: number,
): NatsLaunch {
  return program.inDocker
    ? containerLaunch(program, dir, password, env, maxFileStoreBytes)
    : processLaunch(program, dir, password, env, maxFileStoreBytes)
}

function processLaunch(
  { file }: FoundNats,
  dir: string,
  password: string,
  env: NodeJS.ProcessEnv,
  maxFileStoreBytes: number | undefined,
): NatsLaunch {
  const conf = join(dir, 'nats.conf')
  const [storeDir, pidFile] = [join(dir, 'jetstream'), join(dir, 'nats.pid')]
  return {
    plan: (port, serverName) => {
      writeNatsConfig(conf, {
        serverName,
        listen: `127.0.0.1:${port}`,
        storeDir,
        password,
        pidFile,
        maxFileStoreBytes,
      })
      return { command: file, args: ['-c', conf], env, logFile: join(dir, 'nats.log') }
    },
    cleanUp: async () => {},
  }
}

function containerLaunch(
  { file }: FoundNats,
  dir: string,
  password: string,
  env: NodeJS.ProcessEnv,
  maxFileStoreBytes: number | undefined,
): NatsLaunch {
  const container = containerOf(file, 'nats', dir)
  const config = { listen: '0.0.0.0:4222', storeDir: '/jobboard/jetstream', password, maxFileStoreBytes }
  const command = ['-c', '/jobboard/nats.conf']
  return {
    plan: (port, serverName) => {
      writeNatsConfig(join(dir, 'nats.conf'), { serverName, ...config })
      const logFile = join(dir, 'nats.log')
      return container.plan({ image: NATS_IMAGE, command, port: 4222, env, logFile }, port)
    },
    cleanUp: () => container.remove(env),
  }
}
