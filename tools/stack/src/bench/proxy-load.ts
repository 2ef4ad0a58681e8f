import { writeFileSync } from 'node:fs'
import { runCommand } from '../infra/run-command.ts'
import { cpuUs } from './process-cost.ts'

/** A process that serves on a port. */
export interface Served {
  port: number
  pid: number
}

/** One run of load. */
export interface Run {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** CPU time of the process per request, in microseconds. */
  cpuUs: number
  /** Share of answers that are no success. */
  refused: number
}

const CONNECTIONS = 64
const MS = { us: 0.001, ms: 1, s: 1_000 }

/** Writes the script of a load that uses these keys in turn, a request each. Answers the file's name. */
export function writeLoad(file: string, keys: string[]): string {
  const list = keys.map((key) => `"${key}"`).join(',')
  writeFileSync(
    file,
    `local keys = {${list}}
math.randomseed(os.time())
local turn = math.random(#keys)
request = function()
  turn = turn % #keys + 1
  return wrk.format("GET", "/api/v1/jobs/" .. turn, { ["Authorization"] = "Bearer " .. keys[turn] })
end`,
  )
  return file
}

/** Puts a process under load for some seconds and measures it; `wrk`: the words that run it. Throws when connections broke. */
export async function load(
  wrk: string[],
  script: string,
  seconds: number,
  { port, pid }: Served,
): Promise<Run> {
  const url = `http://127.0.0.1:${port}`
  const [command = '', ...args] = [
    ...wrk,
    '--latency',
    '-t1',
    `-c${CONNECTIONS}`,
    `-d${seconds}s`,
    '-s',
    script,
    url,
  ]
  const cpuBefore = cpuUs(pid)
  const { output } = await runCommand(command, args, { timeoutMs: (seconds + 10) * 1_000 })
  const cpu = cpuUs(pid) - cpuBefore
  const find = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0)
  const latencyMs = (share: number) => {
    const [, value, unit = 's'] = new RegExp(`${share}% +([\\d.]+)(us|ms|s)`).exec(output) ?? []
    return Number(value) * MS[unit as keyof typeof MS]
  }
  const requests = find(/(\d+) requests in/)
  if (requests === 0 || output.includes('Socket errors')) throw new Error(`The load failed:\n${output}`)
  return {
    perSecond: find(/Requests\/sec:\s+([\d.]+)/),
    p50Ms: latencyMs(50),
    p99Ms: latencyMs(99),
    cpuUs: cpu / requests,
    refused: find(/Non-2xx or 3xx responses: (\d+)/) / requests,
  }
}
