import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { ProcessPlan } from '../infra/process/run-process.ts'
import { type Loan, type Request, type Started, stackFile } from './lend.ts'

/** A service of a running stack that this process runs in the stack's place. */
export interface Borrowed {
  url: string
  plan: ProcessPlan
  /** Names the process group that runs the service now. */
  report(group: number): void
  /** Aborts when the stack stops. */
  recalled: AbortSignal
  /** Resolves when the stack has started the service itself. */
  giveBack(): Promise<void>
}

/** Takes a service from the stack of `npm start` in `dataDir`. Throws a sentence when that does not run, or refuses. */
export async function borrowService(dataDir: string, service: string): Promise<Borrowed> {
  const { port, token } = readStack(dataDir)
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect').catch(() => noStack(dataDir))
  const send = (line: Request | Started) => void socket.write(`${JSON.stringify(line)}\n`)
  const ended = new AbortController()
  socket.on('error', () => socket.destroy())
  socket.once('close', () => ended.abort())
  send({ token, service })
  const loan = await readLoan(socket, ended.signal)
  if ('refusal' in loan) throw new Error(loan.refusal)
  socket.once('end', () => ended.abort())
  return {
    ...loan,
    report: (group) => send({ group }),
    recalled: ended.signal,
    async giveBack() {
      socket.end()
      if (!socket.closed) await once(socket, 'close')
    },
  }
}

function readStack(dataDir: string): { port: number; token: string } {
  try {
    return JSON.parse(readFileSync(stackFile(dataDir), 'utf8'))
  } catch {
    return noStack(dataDir)
  }
}

function noStack(dataDir: string): never {
  throw new Error(`No npm start runs with its data in ${dataDir}: start one in another terminal.`)
}

async function readLoan(socket: Socket, signal: AbortSignal): Promise<Loan> {
  try {
    const [line] = await once(createInterface({ input: socket }), 'line', { signal })
    return JSON.parse(line)
  } catch {
    throw new Error('npm start stopped.')
  }
}
