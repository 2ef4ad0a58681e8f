import { type Bus, openBus } from '@jobboard/events/nats/bus'
import { openLog } from '@jobboard/service/lifecycle/log'
import { type Network, network } from '@jobboard/testkit/network'

/** Text that the system logged, stored or sent, and where. */
export interface Trace {
  place: string
  text: string
}

/** The whole system, with access to everything that it logs, stores and sends. */
export interface ObservedSystem extends Network {
  /** Every log line, NATS message, stream message, table and metric up to now. Log level: trace. */
  traces(): Promise<Trace[]>
}

/** Boots all services and records logs and NATS messages from the start. */
export async function startObservedSystem(): Promise<ObservedSystem> {
  const recorded: Trace[] = []
  const record = (place: string, text: string) => void recorded.push({ place, text })
  const net = await network({
    log: (name) => openLog(name, 'trace', { write: (line) => record(`log of ${name}`, line) }),
  })
  const bus = openBus({ url: net.natsUrl, name: 'test', log: openLog('test', 'silent') })
  await bus.ready()
  bus.nc.subscribe('>', {
    callback: (_error, message) =>
      record('nats', `${message.subject} ${message.headers ?? ''} ${message.string()}`),
  })
  await bus.nc.flush()
  return {
    ...net,
    traces: async () => [
      ...recorded,
      ...(await streamsOf(bus)),
      ...(await tablesOf(net)),
      ...(await metricsOf(net)),
    ],
    async stop() {
      await bus.close()
      await net.stop()
    },
  }
}

async function streamsOf({ jsm }: Bus): Promise<Trace[]> {
  const traces: Trace[] = []
  for await (const { config, state } of jsm.streams.list()) {
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const message = await jsm.streams.getMessage(config.name, { seq }).catch(() => null)
      if (!message) continue
      const text = `${message.subject} ${message.header ?? ''} ${message.string()}`
      traces.push({ place: `stream ${config.name}`, text })
    }
  }
  return traces
}

async function tablesOf({ services }: Network): Promise<Trace[]> {
  const traces: Trace[] = []
  for (const [service, { deps }] of Object.entries(services)) {
    const { sql } = deps.db
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = current_schema()`
    for (const { name } of tables) {
      const [dump] = await sql<{ text: string }>`
        select query_to_xml(${`select * from ${name}`}, true, false, '')::text as text`
      traces.push({ place: `table ${service}.${name}`, text: dump!.text })
    }
  }
  return traces
}

async function metricsOf({ services, gateway }: Network): Promise<Trace[]> {
  const urls = [gateway.adminUrl, ...Object.values(services).map(({ url }) => url)]
  return Promise.all(
    urls.map(async (url) => ({ place: 'metrics', text: await (await fetch(`${url}/metrics`)).text() })),
  )
}
