import { endpoint } from '../endpoint.ts'
import { auditData } from '../events/audit.ts'

/** Stores the audit row of a change made by the calling service, for the gateway, which has no database. */
export const recordAudit = endpoint({
  plane: 'internal',
  service: 'accounts',
  name: 'record-audit',
  method: 'POST',
  path: '/internal/v1/audit',
  summary: 'Store the audit row of a change made by the caller',
  body: auditData.omit({ requestId: true, at: true }),
  status: 204,
})
