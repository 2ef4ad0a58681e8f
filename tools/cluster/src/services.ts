import type { ServicePlan } from '@jobboard/stack/service-plans'
import type { Machine, Network } from './network.ts'
import type { Target } from './proxy.ts'

/** A process of the job board with its machine. */
export interface PlacedService extends ServicePlan {
  machine: Machine
}

/** The planned processes on machines, and what the proxy leads to. */
export interface PlacedServices {
  services: PlacedService[]
  gateways: Target[]
  operators: Target[]
  portals: Target[]
}

/** Ports of the proxy, in whose place no process listens. */
export interface ProxyPorts {
  public: number
  operators: number
  portal: number
}

const URL_OF_PORT = /http:\/\/127\.0\.0\.1:(\d+)/g

/** Puts each process of a stack on a machine of its own, the gateway three times and the portal twice. Every URL of a process
 * that the others have becomes that of its machine; those of the gateway and the portal become those of the proxy. */
export async function placeServices(
  plans: readonly ServicePlan[],
  network: Network,
  proxy: ProxyPorts,
  freePort: () => Promise<number>,
): Promise<PlacedServices> {
  const placed: PlacedServices = { services: [], gateways: [], operators: [], portals: [] }
  const hosts = new Map(Object.values(proxy).map((port) => [String(port), network.address]))
  const add = (plan: ServicePlan, name: string, ports: Record<string, number>, hostVariables: string[]) => {
    const machine = network.add(name)
    const own = Object.fromEntries(hostVariables.map((variable) => [variable, machine.address]))
    const texts = Object.fromEntries(
      Object.entries(ports).map(([variable, port]) => [variable, String(port)]),
    )
    const logFile = plan.plan.logFile.replace(/[^/]+$/, `${name}.log`)
    placed.services.push({
      name,
      url: `http://${machine.address}:${ports.PORT}`,
      plan: { ...plan.plan, logFile, env: { ...plan.plan.env, ...own, ...texts } },
      machine,
    })
    return machine.address
  }
  for (const plan of plans) {
    if (plan.name === 'gateway') {
      for (const name of ['gateway-1', 'gateway-2', 'gateway-3']) {
        const ports = { PORT: await freePort(), ADMIN_PORT: await freePort() }
        const host = add(plan, name, ports, ['HOST', 'ADMIN_HOST'])
        placed.gateways.push({ name, host, port: ports.PORT })
        placed.operators.push({ name, host, port: ports.ADMIN_PORT })
      }
    } else if (plan.name === 'portal') {
      for (const name of ['portal-1', 'portal-2']) {
        const ports = { PORT: await freePort(), PORTAL_PORT: await freePort() }
        const host = add(plan, name, ports, ['HOST', 'PORTAL_HOST'])
        placed.portals.push({ name, host, port: ports.PORTAL_PORT, healthPort: ports.PORT })
      }
    } else {
      const { port } = new URL(plan.url)
      const name = /-\d$/.test(plan.name) ? plan.name : `${plan.name}-1`
      hosts.set(port, add(plan, name, { PORT: Number(port) }, ['HOST']))
    }
  }
  const moved = (text: string) =>
    text.replace(URL_OF_PORT, (url, port) => (hosts.has(port) ? `http://${hosts.get(port)}:${port}` : url))
  for (const { plan } of placed.services) {
    plan.env = Object.fromEntries(
      Object.entries(plan.env).map(([name, value]) => [name, value === undefined ? value : moved(value)]),
    )
  }
  return placed
}
