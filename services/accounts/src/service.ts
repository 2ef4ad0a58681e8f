import { fileURLToPath } from 'node:url'
import type { Service } from '@jobboard/service/define'
import { baseEnv } from '@jobboard/service/env'
import { auditConsumers } from './events/audit.ts'
import { publishKeys } from './parts/publish-keys.ts'
import { auditRoutes } from './routes/audit.ts'
import { creditRoutes } from './routes/credits.ts'
import { employerRoutes } from './routes/employers.ts'
import { keyRoutes } from './routes/keys.ts'

/** Employers, their users, API keys of both kinds, and who changed what. */
export const service: Service = {
  name: 'accounts',
  env: baseEnv,
  migrations: [{ name: 'accounts', folder: fileURLToPath(new URL('../migrations', import.meta.url)) }],
  routes: [...employerRoutes, ...keyRoutes, ...creditRoutes, ...auditRoutes],
  consumers: () => auditConsumers,
  parts: [publishKeys],
}
