import { runService } from '@jobboard/service/run'
import { service } from './service.ts'

await runService(service)
