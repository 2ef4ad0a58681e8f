import { readEnv } from '@jobboard/service/lifecycle/env'
import { runProcess } from '@jobboard/service/runtime/run'
import { gatewayEnv } from './env.ts'
import { startGateway } from './gateway.ts'

await runProcess('gateway', async () => startGateway(readEnv(gatewayEnv, process.env)))
