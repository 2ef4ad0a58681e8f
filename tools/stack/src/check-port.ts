import { once } from 'node:events'
import { createServer } from 'node:net'

/** Throws a sentence when a port of this machine cannot be listened on. `variable` is where its number comes from. */
export async function checkPort(variable: string, port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new Error(listenProblem(variable, port, (error as NodeJS.ErrnoException).code))
  } finally {
    server.close()
  }
}

/** Why a port cannot be listened on, and what to do. */
export function listenProblem(variable: string, port: number, code: string | undefined): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use: stop the program that listens on it, or set ${variable} to another port.`
  }
  if (code === 'EACCES') {
    return `No permission to listen on port ${port}: ports below 1024 need root. Set ${variable} to a higher port.`
  }
  return `Cannot listen on port ${port} (${code}): set ${variable} to another port.`
}
