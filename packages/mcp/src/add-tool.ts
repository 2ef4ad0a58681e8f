import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { ServerNotification, ServerRequest, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { errorResult } from './tool-error.ts'
import { untrustedJson } from './untrusted.ts'

/** The request that a tool serves: its id and the signal that aborts it. */
export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

interface Tool<Shape extends z.ZodRawShape> {
  name: string
  title: string
  description: string
  input: Shape
  hints: ToolAnnotations
}

/** Registers a tool. Its result is marked as untrusted data; what it throws becomes a tool error. */
export function addTool<Shape extends z.ZodRawShape>(
  server: McpServer,
  { name, title, description, input, hints }: Tool<Shape>,
  work: (args: z.output<z.ZodObject<Shape>>, extra: Extra) => PromiseLike<unknown>,
): void {
  const inputSchema: z.ZodObject = z.object(input)
  const config = { title, description, inputSchema, annotations: { title, openWorldHint: false, ...hints } }
  server.registerTool(name, config, async (args, extra) => {
    try {
      const data = await work(args as z.output<z.ZodObject<Shape>>, extra)
      return { content: [{ type: 'text' as const, text: untrustedJson(data) }] }
    } catch (error) {
      return errorResult(error)
    }
  })
}

/** Of a tool that changes nothing. */
export const READS: ToolAnnotations = { readOnlyHint: true }
/** Of a tool that spends credits or that others notice: clients ask before they call it. */
export const WRITES: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: true }

/** An id of the job board. */
export const idOf = (what: string) => z.int().min(1).max(2_147_483_647).describe(`Id of the ${what}`)
export const pageInput = {
  page: z.int().min(1).default(1).describe('Page, from 1'),
  pageSize: z.int().min(1).max(100).default(20).describe('Items per page'),
}
