import type { JobBoard } from '@jobboard/sdk'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { addTool, READS } from '../add-tool.ts'

/** The key itself. */
export function addAccountTools(server: McpServer, client: JobBoard): void {
  addTool(
    server,
    {
      name: 'get_key',
      title: 'What this key may do',
      description:
        'Reads the scopes, the rate limits and the credits left of the API key that this server uses.',
      input: {},
      hints: READS,
    },
    (_args, { signal }) => client.key({ signal }),
  )
}
