import { readdir, readFile } from 'node:fs/promises'
import { composedStack } from './composed-stack.ts'
import { type RunningSystem, startTestStack } from './start-stack.ts'

/** Starts the processes of `npm start` with these variables; with COMPOSE_PROJECT the stack of docker-compose.yml that
 * runs under that name. */
export async function openRunningSystem(variables: Record<string, string>): Promise<RunningSystem> {
  const { COMPOSE_PROJECT } = process.env
  if (COMPOSE_PROJECT) return composedStack(COMPOSE_PROJECT)
  const { stack, dataDir, ...clients } = await startTestStack(variables, (line) => console.error(line))
  const folder = `${dataDir}/logs`
  const readLog = (file: string) => readFile(`${folder}/${file}`, 'utf8')
  return {
    ...clients,
    baseUrl: stack.baseUrl,
    services: stack.services,
    servers: stack.servers,
    receiverHost: '127.0.0.1',
    logs: async () => Promise.all((await readdir(folder)).map(readLog)),
  }
}
