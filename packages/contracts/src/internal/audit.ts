import { endpoint } from '../endpoint.ts'
import { auditData } from '../events/audit.ts'

/** Keeps the audit row of a change that the caller made and cannot store itself. */
export const recordAudit = endpoint({
  plane: 'internal',
  service: 'accounts',
  name: 'record-audit',
  method: 'POST',
  path: '/internal/v1/audit',
  summary: 'Keep the audit row of a change made elsewhere',
  body: auditData.omit({ requestId: true, at: true }),
  status: 204,
})
