import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { root } from '@jobboard/stack/settings'

// Prints the OpenTelemetry packages that a gateway and a service load with this environment.
const loaded = new Set<string>()
registerHooks({
  resolve(specifier, context, nextResolve) {
    // prom-client loads the API.
    if (/^@opentelemetry\/(?!api$)/.test(specifier)) loaded.add(specifier)
    return nextResolve(specifier, context)
  },
})

await import(join(root, 'services/gateway/src/gateway.ts'))
await import(join(root, 'services/webhook/src/service.ts'))
const { startTracing } = await import('@jobboard/process/tracing/start-tracing')
const { readEnv, tracingEnv } = await import('@jobboard/service/lifecycle/env')
await startTracing('test', readEnv(tracingEnv, process.env), { info() {}, warn() {} })
process.stdout.write(JSON.stringify([...loaded]))
