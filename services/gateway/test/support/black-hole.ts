import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
// biome-ignore lint/plugin: a connection that hangs is known only by what does not happen
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'

const LISTEN = `
  const server = require('node:net').createServer()
  server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => process.stdout.write(String(server.address().port)))`

/** An address to which connecting hangs: a stopped process whose backlog is full neither accepts nor
 * refuses. */
export interface BlackHole {
  url: string
  stop(): void
}

/** Opens one. Every later connection to it hangs. */
export async function openBlackHole(): Promise<BlackHole> {
  const child: ChildProcess = spawn(process.execPath, ['-e', LISTEN], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await once(child.stdout!, 'data')
  const port = Number(output)
  child.kill('SIGSTOP')
  const sockets: Socket[] = []
  for (let hangs = false; !hangs; ) {
    if (sockets.length > 50) throw new Error('the backlog does not fill up')
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    // The kernel accepts at once while the backlog has room; a turn reads what happened while this process did not run.
    await sleep(100)
    await turn()
    hangs = socket.connecting
  }
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      for (const socket of sockets) socket.destroy()
      child.kill('SIGKILL')
    },
  }
}
