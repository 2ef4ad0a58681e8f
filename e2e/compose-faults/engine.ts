import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { upstreamNames } from '@jobboard/contracts/services'
import { root } from '@jobboard/stack/settings'

const run = promisify(execFile)

/** One Compose project on the local Docker engine. */
export interface ComposeProject {
  name: string
  /** Runs `docker compose` with these arguments; returns its output. */
  compose(...args: string[]): Promise<string>
  /** Runs `docker` with these arguments; returns its output. */
  docker(...args: string[]): Promise<string>
  /** Runs a program of this repository for the project. */
  script(path: string, ...args: string[]): Promise<string>
  /** Ids of the running containers of a service. */
  containers(service: string): Promise<string[]>
  /** The first running container of a service. Throws when there is none. */
  container(service: string): Promise<string>
}

const FILES = ['docker-compose.yml', 'deploy/compose.proxy.yml', 'e2e/compose-faults/compose.yml']
const MAX_OUTPUT_BYTES = 16_777_216

/** Every command gets the project's name, files and numbers of replicas by its environment: 2, unless it has another. */
export function openProject(name: string): ComposeProject {
  const replicas = ['gateway', ...upstreamNames].map((service) => [`${service.toUpperCase()}_REPLICAS`, '2'])
  const env = {
    ...Object.fromEntries(replicas),
    ...process.env,
    COMPOSE_PROJECT_NAME: name,
    COMPOSE_FILE: FILES.join(':'),
  }
  const exec = async (program: string, args: string[]) => {
    const { stdout } = await run(program, args, { cwd: root, env, maxBuffer: MAX_OUTPUT_BYTES })
    return stdout.trim()
  }
  const compose = (...args: string[]) => exec('docker', ['compose', ...args])
  const containers = async (service: string) =>
    (await compose('ps', '--quiet', service)).split('\n').filter((id) => id !== '')
  return {
    name,
    compose,
    docker: (...args) => exec('docker', args),
    script: (path, ...args) => exec(path, args),
    containers,
    async container(service) {
      const [first] = await containers(service)
      if (!first) throw new Error(`no container of ${service} runs`)
      return first
    },
  }
}
