import { join } from 'node:path'
import type { Demo } from './demo-file.ts'

/** What `npm start` prints when the stack is ready: addresses, files and calls to try. The first call is the first one
 * of the README. */
export function banner(demo: Demo, dataDir: string, seconds: number): string {
  const [employer] = demo.employers
  const [candidate] = demo.candidates
  return `
The job board is ready (${seconds.toFixed(1)} s).

  API reference    ${demo.baseUrl}/docs
  Public API       ${demo.baseUrl}
  Operators' API   ${demo.adminUrl}
  Keys and ids     ${join(dataDir, 'demo.json')}
  Metrics          ${join(dataDir, 'stack.json')}
  Logs             ${join(dataDir, 'logs')}

To try in another terminal (README.md has more):

  # Published jobs of ${employer?.name}
  curl -s "${demo.baseUrl}/api/v1/jobs?status=Active" -H "Authorization: Bearer ${employer?.apiKey}"

  # Search candidates (costs one credit of the demo employer)
  curl -s ${demo.baseUrl}/api/v1/candidates/search -H "Authorization: Bearer ${employer?.apiKey}" \\
    -H 'Content-Type: application/json' -d '{"query": "typescript AND (postgres OR nats)"}'

  # The profile of ${candidate?.name}
  curl -s ${demo.baseUrl}/api/v1/me/profile -H "Authorization: Bearer ${candidate?.apiKey}"

Ctrl-C stops everything; the data stays.
`
}
