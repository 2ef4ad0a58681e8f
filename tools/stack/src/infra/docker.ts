import { createHash } from 'node:crypto'
import { findProgram, runCommand } from './process/find-program.ts'
import type { ProcessPlan } from './process/run-process.ts'

/** Docker may have to download an image before a server responds. */
export const DOCKER_READY_MS = 300_000

/** A `docker` on the PATH whose engine responds; undefined without one. Throws when the engine does not. */
export async function findDocker(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const file = findProgram('docker', env)
  if (!file) return undefined
  const { code } = await runCommand(file, ['info'], { env, timeoutMs: 10_000 })
  if (code !== 0) throw new Error('Docker is installed but not running')
  return file
}

const PULL_MS = 180_000

/** Downloads an image, unless it is there. Returns whether containers of it can run on this machine. */
export async function pullImage(image: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const docker = await findDocker(env).catch(() => undefined)
  if (!docker) return false
  const succeeds = async (...args: string[]) =>
    (await runCommand(docker, args, { env, timeoutMs: PULL_MS })).code === 0
  return (await succeeds('image', 'inspect', image)) || succeeds('pull', image)
}

/** The server in a container, and where it listens there. */
interface ContainerSpec {
  image: string
  command: string[]
  port: number
  /** Variables of the environment that the container gets; no secret is an argument. */
  passedOn?: string[]
  env: NodeJS.ProcessEnv
  logFile: string
}

/** The container of a server and its data folder, which it has as /jobboard; its name depends on the folder, so that a later
 * start finds a left one. */
export function containerOf(docker: string, server: string, dir: string) {
  const name = `jobboard-${server}-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`
  const user = process.getuid ? ['--user', `${process.getuid()}:${process.getgid?.()}`] : []
  return {
    /** Runs it in the foreground, as this user, and maps its port to one of 127.0.0.1. */
    plan(spec: ContainerSpec, port: number): ProcessPlan {
      const { image, command, port: inside, passedOn = [], env, logFile } = spec
      const variables = passedOn.flatMap((variable) => ['-e', variable])
      const network = ['-p', `127.0.0.1:${port}:${inside}`]
      const run = ['run', '--rm', '--name', name, ...user, ...network, '-v', `${dir}:/jobboard`, ...variables]
      return { command: docker, args: [...run, image, ...command], env, logFile }
    },
    /** Removes it, if it is there. */
    async remove(env: NodeJS.ProcessEnv): Promise<void> {
      await runCommand(docker, ['rm', '-f', name], { env, timeoutMs: 30_000 })
    },
  }
}
