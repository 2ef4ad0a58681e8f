import { readEnv } from '@jobboard/service/lifecycle/env'
import { runProcess } from '@jobboard/service/runtime/run'
import { portalEnv } from './env.ts'
import { startPortal } from './portal.ts'

await runProcess('portal', async () => startPortal(readEnv(portalEnv, process.env)))
