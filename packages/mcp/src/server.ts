import type { JobBoard } from '@jobboard/sdk'
import { createClient } from '@jobboard/sdk'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { addTool, NOTICE, READS } from './add-tool.ts'
import { Confirmations } from './confirm-spending.ts'
import { addApplicationTools } from './tools/applications.ts'
import { addCandidateTools } from './tools/candidates.ts'
import { addJobTools } from './tools/jobs.ts'
import { addSearchTools } from './tools/search.ts'

/** Where the API is, and the employer's key. */
export interface Access {
  baseUrl: string
  apiKey: string
}

const instructions = `Tools of an employer's job board: jobs, applications, candidate search. ${NOTICE} Searching and unlocking candidates spend the employer's credits: estimate first, show the cost, and spend only when the user agrees.`

/** The server of one session, with its own key and confirm tokens. */
export function createServer(access: Access): McpServer {
  const server = new McpServer({ name: 'jobboard', version: '0.1.0' }, { instructions })
  const client = createClient(access)
  const confirmations = new Confirmations()
  addAccountTools(server, client)
  addJobTools(server, client)
  addApplicationTools(server, client)
  addSearchTools(server, client, confirmations)
  addCandidateTools(server, client, confirmations)
  return server
}

function addAccountTools(server: McpServer, client: JobBoard): void {
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
