import type { Demo } from './demo-file.ts'

/** Three calls of the demo data to copy into a shell. The first call is the first one of the README. */
export function threeCalls({ baseUrl, employers: [employer], candidates: [candidate] }: Demo): string {
  return `  # Published jobs of ${employer?.name}
  curl -s "${baseUrl}/api/v1/jobs?status=Active" -H "Authorization: Bearer ${employer?.apiKey}"

  # Search candidates (costs one credit of the demo employer)
  curl -s ${baseUrl}/api/v1/candidates/search -H "Authorization: Bearer ${employer?.apiKey}" \\
    -H 'Content-Type: application/json' -d '{"query": "typescript AND (postgres OR nats)"}'

  # The profile of ${candidate?.name}
  curl -s ${baseUrl}/api/v1/me/profile -H "Authorization: Bearer ${candidate?.apiKey}"
`
}
