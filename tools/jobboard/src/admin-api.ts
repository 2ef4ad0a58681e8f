import type { Endpoint, ResponseBody } from '@jobboard/contracts/endpoint'
import type { z } from 'zod'
import { type Api, openApi, StillLimited } from './bearer-api.ts'
import { readDemo } from './demo/demo-file.ts'
import { dataDir } from './files.ts'
import { text, UsageError } from './option.ts'

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

/** What a call sends. A buffer is sent as NDJSON, which may be repeated; `isStrict` refuses unknown fields. */
export interface ApiInput<E extends Endpoint> {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: Buffer | (E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never)
  isStrict?: boolean
}

/** One call of the Admin API. Returns the body; throws what is wrong and what to do next. */
export type AdminApi = <E extends Endpoint>(endpoint: E, input?: ApiInput<E>) => Promise<ResponseBody<E>>

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
  return async <E extends Endpoint>(endpoint: E, input: ApiInput<E> = {}) =>
    (await callAdmin(api, url, endpoint, input)) as ResponseBody<E>
}

/** Where the Admin API is, and its token. Throws UsageError. */
export function readAddress(values: AdminValues): { url: string; token: string } {
  const demo = readDemo(dataDir())
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
  { method, path: template, body: schema }: Endpoint,
  { params = {}, query = {}, body = schema && {}, isStrict = false }: ApiInput<Endpoint>,
) {
  const path = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name]!))
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  )
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  const lines = Buffer.isBuffer(body) ? { isRepeatable: true, timeoutMs: IMPORT_TIMEOUT_MS } : {}
  const call = { method: method as 'GET' | 'POST' | 'DELETE', path: path + search, body, isStrict, ...lines }
  const { status, body: response } = await api(call).catch((error: Error) => {
    if (error instanceof StillLimited) throw error
    const question = `Is the job board running, and is ${url} the address of its Admin API?`
    throw new Error(`${error.message}\n${question}`)
  })
  if (status === 401)
    throw new Error('the admin token is not accepted (401): check ADMIN_TOKEN or --admin-token')
  if (status >= 400) throw new Refused(status, `${response.message ?? 'no reason given'} (${status})`)
  return response
}
