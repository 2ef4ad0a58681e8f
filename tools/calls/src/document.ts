import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CallContract, ProcessName } from './contract.ts'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The contract as data, for what is made from it, such as network policies. */
export const CALLS_FILE = 'deploy/calls.json'

/** The committed contract; `npm run check` refuses one that is not what the code says. */
export function readCalls(): CallContract {
  return JSON.parse(readFileSync(join(ROOT, CALLS_FILE), 'utf8'))
}

/** docs/calls.md: the contract as tables. */
export function printDocument(contract: CallContract): string {
  return `# Who calls whom

Printed from the code by \`npm run do -- calls\`; change the code, not this file. As data: \`deploy/calls.json\`, for network policies. A call in the code that is not here fails \`npm run check\`, and so does a row that the code no longer has ([P-541](rules/operations.md#p-541)).

## Calls between processes
HTTP from each replica of a process to every replica of a service. The gateway also forwards the endpoints of clients; \`openapi/v1.json\` and \`openapi/admin-v1.json\` list them.

| from | to | requests |
|---|---|---|
${contract.calls.map(callRow).join('\n')}

## Connections to others
| from | to | variable |
|---|---|---|
${contract.connections.map(connectionRow).join('\n')}

## Events and states on the bus
\`docs/events.md\` has their fields.

| subject | published by | consumed by |
|---|---|---|
${contract.events.map(({ subject, publisher, consumers }) => `| \`${subject}\` | ${publisher} | ${listed(consumers)} |`).join('\n')}

## Other messages
Never stored: a replica that misses one works on, later or alone. The key bucket is written by accounts and read by the gateway.

| subject | published by | received by |
|---|---|---|
${contract.messages.map(({ subject, publishers, subscribers }) => `| \`${subject}\` | ${listed(publishers)} | ${listed(subscribers)} |`).join('\n')}
`
}

function callRow({ from, to, requests, forwards = [] }: CallContract['calls'][number]): string {
  const forwarded = forwards.length > 0 ? `<br>and ${forwards.length} endpoints of clients` : ''
  return `| ${from} | ${to} | ${requests.map((request) => `\`${request}\``).join('<br>')}${forwarded} |`
}

function connectionRow(connection: CallContract['connections'][number]): string {
  const { from, to } = connection
  if (!('variable' in connection)) return `| ${from} | ${to} | addresses are data |`
  const { variable, isRequired } = connection
  return `| ${from} | ${to} | \`${variable}\`${isRequired ? '' : ', where it is set'} |`
}

function listed(names: readonly ProcessName[]): string {
  return names.length > 0 ? names.join(', ') : 'none'
}

/** One row per process of the table in docs/ARCHITECTURE.md: whom it calls, and whose events it consumes. */
export function architectureRows({ calls, events }: CallContract, names: readonly ProcessName[]): string[] {
  return names.map((name) => {
    const called = calls.filter(({ from }) => from === name).map(({ to }) => to)
    const heard = events.filter(({ publisher, consumers }) => consumers.includes(name) && publisher !== name)
    const publishers = [...new Set(heard.map(({ publisher }) => publisher))].sort()
    return `| \`${name}\` | ${listed(called.toSorted())} | ${listed(publishers)} |`
  })
}
