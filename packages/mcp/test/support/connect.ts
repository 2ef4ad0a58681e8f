import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js'
import { type RunningHttp, startHttp } from '../../src/http/start-http.ts'
import { readSettings } from '../../src/settings.ts'

export const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** The user of a client: receives each question and decides. */
export type Decide = (message: string) => ElicitResult

/** A connected client of the official SDK. */
export interface Connected {
  client: Client
  /** Calls a tool; `data` of a result, or the described error. */
  call(name: string, args?: object): Promise<{ isError: boolean; data: Json; text: string }>
  close(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads the result before its shape is checked
type Json = any

/** Starts the server as a process of its own and connects over stdio. */
export async function connectStdio(baseUrl: string, apiKey: string, decide?: Decide): Promise<Connected> {
  const { NODE_COMPILE_CACHE = '' } = process.env
  const env = { JOBBOARD_URL: baseUrl, JOBBOARD_API_KEY: apiKey, NODE_COMPILE_CACHE }
  const transport = new StdioClientTransport({ command: process.execPath, args: [MAIN], env })
  return connect(transport, decide)
}

/** An HTTP server on a free loopback port. */
export function startTestHttp(baseUrl: string, more: Record<string, string> = {}): Promise<RunningHttp> {
  return startHttp(readSettings({ JOBBOARD_URL: baseUrl, MCP_PORT: '0', ...more }, 'http'))
}

/** Connects over streamable HTTP. */
export function connectHttp(url: string, apiKey: string, decide?: Decide): Promise<Connected> {
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } }
  return connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }), decide)
}

async function connect(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  decide: Decide | undefined,
): Promise<Connected> {
  const capabilities = decide ? { elicitation: {} } : {}
  const client = new Client({ name: 'test', version: '1' }, { capabilities })
  if (decide) client.setRequestHandler(ElicitRequestSchema, async ({ params }) => decide(params.message))
  await client.connect(transport as Parameters<Client['connect']>[0])
  return {
    client,
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: { ...args } })
      const [{ text }] = result.content as [{ text: string }]
      const isError = result.isError === true
      const parsed = text.startsWith('{') ? JSON.parse(text) : { message: text }
      return { isError, text, data: isError ? parsed : parsed.data }
    },
    close: () => client.close(),
  }
}
