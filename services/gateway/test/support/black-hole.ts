import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const LISTEN = `
  const server = require('node:net').createServer()
  server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => process.stdout.write(String(server.address().port)))`

/** An address on which a connection is neither made nor refused: a listener that is held still, with a full backlog. */
export interface BlackHole {
  url: string
  stop(): void
}

/** Opens one; it is sure that the next connection hangs. */
export async function openBlackHole(): Promise<BlackHole> {
  const child: ChildProcess = spawn(process.execPath, ['-e', LISTEN], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(child.stdout!, 'data')
  const port = Number(said)
  child.kill('SIGSTOP')
  const sockets: Socket[] = []
  for (let hangs = false; !hangs; ) {
    if (sockets.length > 50) throw new Error('the backlog does not fill up')
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    hangs = await Promise.race([once(socket, 'connect').then(() => false), sleep(300, true)])
  }
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      for (const socket of sockets) socket.destroy()
      child.kill('SIGKILL')
    },
  }
}
