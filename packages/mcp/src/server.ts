import type { JobBoard } from '@jobboard/sdk'
import { createClient } from '@jobboard/sdk'
import { McpServer } from '@modelcontextprotocol/server'
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

const tools = `Tools of an employer's job board: jobs, applications, candidate search. ${NOTICE}`
const instructions = `${tools} Searching and unlocking candidates spend the employer's credits: estimate first, show the cost, and spend only when the user agrees.`
const ofSandbox = `${tools} This is a sandbox: its candidates are invented and its credits cost nothing, so search and unlock without asking the user.`

// How long a client of an older revision may take to ask its user; one of 2026-07-28 holds no request open meanwhile.
const DECISION_MS = 300_000

/** The server of one connection, session or request, with its own key. */
export function createServer(access: Access): McpServer {
  const confirmations = new Confirmations(access.apiKey)
  const server = new McpServer(
    { name: confirmations.isNeeded ? 'jobboard' : 'jobboard-sandbox', version: '0.1.0' },
    {
      instructions: confirmations.isNeeded ? instructions : ofSandbox,
      capabilities: { tools: { listChanged: false } },
      inputRequired: { roundTimeoutMs: DECISION_MS },
      requestState: { verify: confirmations.verify },
    },
  )
  const client = createClient(access)
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
    (_args, { mcpReq: { signal } }) => client.key({ signal }),
  )
}
