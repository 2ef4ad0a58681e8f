import { runService } from '@jobboard/service/runtime/run'
import { service } from './service.ts'

await runService(service)
