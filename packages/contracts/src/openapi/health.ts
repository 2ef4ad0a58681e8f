import { ref } from './components.ts'
import { healthTag } from './tags.ts'

const requestId = { 'X-Request-Id': ref('headers', 'X-Request-Id') }

/** The health check, which every plane has and no contract declares (Spec §4.6). */
export const health = {
  operationId: 'health',
  tags: [healthTag.name],
  summary: 'Check whether the service is ready',
  description: 'For load balancers and monitoring. Needs no key and counts against no limit.',
  security: [],
  responses: {
    200: {
      description:
        'Every required dependency is available. `status` is `ready`, or `degraded` while a part that is not required is not available: requests are served, and `parts` says what is missing.',
      headers: requestId,
    },
    503: { description: 'A required dependency is not available, or the service stops.', headers: requestId },
  },
}
