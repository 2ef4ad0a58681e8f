import { z } from 'zod'
import { upstreamNames } from './services.ts'

/** A service behind the gateway, as operators name it. */
export const serviceName = z.enum(upstreamNames).describe('Name of a service behind the gateway.')
