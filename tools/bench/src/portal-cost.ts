import type { Stack } from '@jobboard/stack/stack'
import { cpuByProcess } from './cpu-by-process.ts'
import type { Figure } from './figures.ts'

/** What a number of pages has cost. */
export interface PortalCost {
  /** Figures of one page: the calls that the portal made, the CPU time of the portal and of all processes. */
  of(what: string, pages: number): Promise<Figure[]>
}

/** Starts to count. Health checks are no calls; what else runs meanwhile counts too. */
export async function openPortalCost(stack: Stack): Promise<PortalCost> {
  const [callsBefore, cpuBefore] = [await countCalls(stack), cpuByProcess(stack)]
  return {
    async of(what, pages) {
      const cpu = [...cpuByProcess(stack)].map(([name, ms]): [string, number] => {
        return [name, ms - (cpuBefore.get(name) ?? 0)]
      })
      const calls = (await countCalls(stack)) - callsBefore
      const all = cpu.reduce((sum, [, ms]) => sum + ms, 0)
      const portal = cpu.find(([name]) => name === 'portal')?.[1] ?? Number.NaN
      return [
        { what: `${what}: calls of services`, value: calls / pages, unit: '' },
        { what: `${what}: CPU of the portal`, value: portal / pages, unit: 'ms' },
        { what: `${what}: CPU of all processes`, value: all / pages, unit: 'ms' },
      ]
    },
  }
}

/** Requests that the services have received from others than operators' health checks. */
async function countCalls({ plans }: Stack): Promise<number> {
  const services = plans.filter(({ name }) => !['gateway', 'portal'].includes(name))
  const counts = await Promise.all(
    services.map(async ({ url }) => {
      const text = await (await fetch(`${url}/metrics`)).text()
      const lines = text.matchAll(/^http_request_duration_seconds_count\{.*\} ([0-9.e+]+)$/gm)
      return [...lines].reduce((sum, [, count]) => sum + Number(count), 0)
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
