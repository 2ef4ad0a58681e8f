import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Api, openApi, StillLimited } from './bearer-api.ts'
import { root } from './checkout.ts'
import { text } from './option.ts'
import { UsageError } from './usage-error.ts'

/** Where the Admin API is, and its token. */
export const adminOptions = {
  'admin-url': text('URL', 'address of the Admin API (default: ADMIN_URL, or the stack of npm start)'),
  'admin-token': text(
    'TOKEN',
    'its token (default: ADMIN_TOKEN, or that of npm start). Other users of this machine can see the arguments of a command: use ADMIN_TOKEN for a token that matters.',
  ),
}

/** What `adminOptions` parse to. */
interface AdminValues {
  'admin-url'?: string
  'admin-token'?: string
}

/** One call of the Admin API; a buffer is sent as NDJSON, which may be repeated. `isStrict` refuses unknown fields
 *. Returns the body; throws what is wrong and what to do next. */
export type AdminApi = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  isStrict?: boolean,
) => Promise<Record<string, unknown>>

/** A refusal (4xx) of the Admin API. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const IMPORT_TIMEOUT_MS = 300_000

/** Opens the Admin API by options, environment or the running demo stack. Throws UsageError. */
export function openAdminApi(values: AdminValues): AdminApi {
  const { url, token } = readAddress(values)
  const api = openApi(url, token)
  return (...call) => callAdmin(api, url, ...call)
}

/** Where the Admin API is, and its token. Throws UsageError. */
export function readAddress(values: AdminValues): { url: string; token: string } {
  const demo = readDemo()
  const url = values['admin-url'] ?? process.env.ADMIN_URL ?? demo?.adminUrl
  const token = values['admin-token'] ?? process.env.ADMIN_TOKEN ?? demo?.adminToken
  if (!url || !token) {
    const missing = url ? 'the admin token is' : 'the address of the Admin API is'
    throw new UsageError(
      `${missing} missing: set ADMIN_URL and ADMIN_TOKEN (or --admin-url and --admin-token), or run npm start`,
    )
  }
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new UsageError('--admin-url must be an http or https URL, such as http://127.0.0.1:8081')
  }
  return { url, token }
}

async function callAdmin(
  api: Api,
  url: string,
  ...[method, path, body, isStrict = false]: Parameters<AdminApi>
) {
  const lines = Buffer.isBuffer(body) ? { isRepeatable: true, timeoutMs: IMPORT_TIMEOUT_MS } : {}
  const { status, body: response } = await api({ method, path, body, isStrict, ...lines }).catch(
    (error: Error) => {
      if (error instanceof StillLimited) throw error
      throw new Error(
        `${error.message}\nIs the job board running, and is ${url} the address of its Admin API?`,
      )
    },
  )
  if (status === 401)
    throw new Error('the admin token is not accepted (401): check ADMIN_TOKEN or --admin-token')
  if (status >= 400) throw new Refused(status, `${response.message ?? 'no reason given'} (${status})`)
  return response
}

/** What `npm start` wrote; undefined when it has not run here. */
function readDemo(): { adminUrl?: string; adminToken?: string } | undefined {
  try {
    return JSON.parse(
      readFileSync(join(resolve(root, process.env.DATA_DIR || '.jobboard'), 'demo.json'), 'utf8'),
    )
  } catch {
    return undefined
  }
}
