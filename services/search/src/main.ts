import { runService } from '@jobboard/service/lifecycle/run'
import { service } from './service.ts'

await runService(service)
