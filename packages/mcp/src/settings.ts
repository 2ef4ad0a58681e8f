import { localhostAllowedHostnames } from '@modelcontextprotocol/server'
import { z } from 'zod'

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim().toLowerCase() || []))

const variables = z.object({
  JOBBOARD_URL: z.url({ protocol: /^https?$/, error: 'must be the http or https URL of the job board' }),
  JOBBOARD_API_KEY: z
    .string()
    .regex(
      /^pk_(?:live|test)_[A-Za-z0-9]+$/,
      "must be an employer's key, which starts with pk_live_ or pk_test_",
    )
    .optional(),
  MCP_HOST: z.string().min(1).default('127.0.0.1'),
  MCP_PORT: z.coerce.number().int().min(0).max(65_535).default(3_333),
  MCP_ALLOWED_HOSTS: list,
  MCP_ALLOWED_ORIGINS: list,
})
export type Settings = z.output<typeof variables>

const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

/** The environment. Throws one line per variable that is wrong; never with its value. */
export function readSettings(environment: NodeJS.ProcessEnv, transport: 'stdio' | 'http'): Settings {
  const { success, data, error } = variables.safeParse(environment)
  if (!success) {
    throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  }
  if (transport === 'stdio' && data.JOBBOARD_API_KEY === undefined) {
    throw new Error("JOBBOARD_API_KEY: is required; set it to an employer's key")
  }
  const isLoopback = LOOPBACK.includes(data.MCP_HOST)
  if (transport === 'http' && !isLoopback && data.MCP_ALLOWED_HOSTS.length === 0) {
    throw new Error(
      'MCP_ALLOWED_HOSTS: is required when MCP_HOST is not a loopback address; list the host names that clients use',
    )
  }
  return {
    ...data,
    MCP_ALLOWED_HOSTS: [...(isLoopback ? localhostAllowedHostnames() : []), ...data.MCP_ALLOWED_HOSTS],
  }
}
