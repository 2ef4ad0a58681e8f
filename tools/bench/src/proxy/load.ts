import { writeFileSync } from 'node:fs'
import { runCommand } from '@jobboard/stack/infra/process/find-program'
import { cpuUs } from './process-usage.ts'

/** A process that listens on a port. */
export interface Listener {
  port: number
  pid: number
}

/** Result of one load run. */
export interface LoadRun {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** CPU time of the process per request, in microseconds. */
  cpuUs: number
  /** Share of responses that are no success, 0 to 1. */
  refused: number
}

const CONNECTIONS = 64
const MS = { us: 0.001, ms: 1, s: 1_000 }

/** Writes a wrk script whose requests use the keys round-robin. Returns the name of its file. */
export function writeScript(file: string, keys: string[]): string {
  const list = keys.map((key) => `"${key}"`).join(',')
  writeFileSync(
    file,
    `local keys = {${list}}
math.randomseed(os.time())
local index = math.random(#keys)
request = function()
  index = index % #keys + 1
  return wrk.format("GET", "/api/v1/jobs/" .. index, { ["Authorization"] = "Bearer " .. keys[index] })
end`,
  )
  return file
}

/** Runs wrk, whose command line starts with `wrk`, against a process. Throws when a connection failed. */
export async function runLoad(
  wrk: string[],
  script: string,
  seconds: number,
  { port, pid }: Listener,
): Promise<LoadRun> {
  const url = `http://127.0.0.1:${port}`
  const options = ['--latency', '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, url]
  const [command = '', ...args] = [...wrk, ...options]
  const cpuBefore = cpuUs(pid)
  const { output } = await runCommand(command, args, { timeoutMs: (seconds + 10) * 1_000 })
  const cpu = cpuUs(pid) - cpuBefore
  const find = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0)
  const latencyMs = (percent: number) => {
    const [, value, unit = 's'] = new RegExp(`${percent}% +([\\d.]+)(us|ms|s)`).exec(output) ?? []
    return Number(value) * MS[unit as keyof typeof MS]
  }
  const requests = find(/(\d+) requests in/)
  if (requests === 0 || output.includes('Socket errors')) throw new Error(`wrk failed:\n${output}`)
  return {
    perSecond: find(/Requests\/sec:\s+([\d.]+)/),
    p50Ms: latencyMs(50),
    p99Ms: latencyMs(99),
    cpuUs: cpu / requests,
    refused: find(/Non-2xx or 3xx responses: (\d+)/) / requests,
  }
}
