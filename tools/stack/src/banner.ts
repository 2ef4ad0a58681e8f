import { join } from 'node:path'
import type { Demo } from '@jobboard/jobboard/demo/demo-file'
import { type PortalLinks, printedLinks, threeCalls } from '@jobboard/jobboard/demo/portal-links'

/** What `npm start` prints when the stack is ready: addresses, files, links and calls to try. */
export function banner(demo: Demo, links: PortalLinks, dataDir: string, seconds: number): string {
  return `
The job board is ready (${seconds.toFixed(1)} s).

  API reference    ${demo.baseUrl}/docs
  Guides           ${demo.baseUrl}/docs/guides
  Portal           ${links.portalUrl}
  Public API       ${demo.baseUrl}
  Operators' API   ${demo.adminUrl}
  Keys and ids     ${join(dataDir, 'demo.json')}
  Metrics          ${join(dataDir, 'stack.json')}
  Logs             ${join(dataDir, 'logs')}

${printedLinks(links, demo)}
To try in another terminal (README.md has more):

${threeCalls(demo)}
Ctrl-C stops everything; the data stays.
`
}
