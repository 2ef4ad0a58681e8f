import { type CheerioAPI, load } from 'cheerio'

/** A page as the browser shows it after the redirects. */
export interface OpenPage {
  status: number
  /** Path and query after the redirects. */
  path: string
  /** Statuses and targets of the redirects that led here. */
  redirects: { status: number; to: string }[]
  headers: Headers
  title: string
  /** The text of `main`, with single blanks. */
  text: string
  source: string
  $: CheerioAPI
}

type Value = string | string[] | undefined

/** A browser: keeps cookies, follows redirects, and sends forms with the fields that they were rendered with. */
export interface Visitor {
  /** Cookies by name. */
  cookies: Map<string, string>
  open(path: string, headers?: Record<string, string>): Promise<OpenPage>
  /** Sends the form with this action, or of this CSS selector, with its own fields and those given over them; undefined
   * leaves one out. Throws when the page has no such form or field. */
  submit(page: OpenPage, form: string, fields?: Record<string, Value>): Promise<OpenPage>
  /** Sends a form that no page has. */
  post(path: string, fields: Record<string, Value>, headers?: Record<string, string>): Promise<OpenPage>
  /** The same cookies in another browser. */
  clone(): Visitor
}

const MAX_REDIRECTS = 10

/** Opens a browser for the portal at `baseUrl`. Requests to other origins are left to `follow`. */
export function openVisitor(
  baseUrl: string,
  { cookies = new Map<string, string>(), headers: fixed = {} as Record<string, string> } = {},
): Visitor {
  async function send(
    path: string,
    init: RequestInit,
    redirects: OpenPage['redirects'] = [],
  ): Promise<OpenPage> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(path, baseUrl), {
      ...init,
      redirect: 'manual',
      headers: { 'user-agent': USER_AGENT, ...fixed, ...(cookie && { cookie }), ...(init.headers as object) },
    })
    keep(cookies, response.headers.getSetCookie())
    const to = response.headers.get('location')
    if (to !== null && response.status >= 300 && new URL(to, baseUrl).origin === new URL(baseUrl).origin) {
      await response.body?.cancel()
      if (redirects.length === MAX_REDIRECTS) throw new Error(`too many redirects at ${path}`)
      return send(to, { headers: { 'sec-fetch-site': 'same-origin' } }, [
        ...redirects,
        { status: response.status, to },
      ])
    }
    const source = await response.text()
    const $ = load(source)
    return {
      status: response.status,
      path,
      redirects: to === null ? redirects : [...redirects, { status: response.status, to }],
      headers: response.headers,
      title: $('title').text(),
      text: $('main').text().replace(/\s+/g, ' ').trim(),
      source,
      $,
    }
  }

  const post: Visitor['post'] = (path, fields, headers = {}) =>
    send(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      body: encode(fields),
    })
  return {
    cookies,
    open: (path, headers = {}) => send(path, { headers: { 'sec-fetch-site': 'none', ...headers } }),
    post,
    async submit(page, selector, fields = {}) {
      const { action, method, rendered } = formOf(page, selector)
      for (const name of Object.keys(fields)) {
        if (!rendered.has(name)) throw new Error(`the form ${selector} of ${page.path} has no field ${name}`)
      }
      const values = { ...Object.fromEntries(rendered), ...fields }
      if (method === 'post') return post(action, values)
      return send(`${action}?${encode(values)}`, { headers: { 'sec-fetch-site': 'same-origin' } })
    },
    clone: () => openVisitor(baseUrl, { cookies: new Map(cookies), headers: fixed }),
  }
}

const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

function keep(cookies: Map<string, string>, lines: string[]): void {
  for (const line of lines) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const at = pair.indexOf('=')
    const isDeleted = attributes.some((attribute) => attribute.toLowerCase() === 'max-age=0')
    if (isDeleted) cookies.delete(pair.slice(0, at))
    else cookies.set(pair.slice(0, at), decodeURIComponent(pair.slice(at + 1)))
  }
}

/** Where the form goes, and its fields as a browser would send them; a button's name is a field without a value. */
function formOf({ $, path }: OpenPage, selector: string) {
  const form = (
    selector.startsWith('/') ? $('form').filter((_, it) => $(it).attr('action') === selector) : $(selector)
  ).first()
  if (form.length === 0) throw new Error(`there is no form ${selector} on ${path}`)
  const rendered = new Map<string, Value>()
  const add = (name: string | undefined, value?: string) => {
    if (!name) return
    const before = rendered.get(name)
    if (value === undefined) rendered.set(name, before)
    else rendered.set(name, before === undefined ? value : [before, value].flat())
  }
  form.find('input, textarea, select, button').each((_, element) => {
    const field = $(element)
    const [name, type] = [field.attr('name'), field.attr('type')]
    if (field.attr('disabled') !== undefined) return
    if (element.tagName === 'button') add(name)
    else if (element.tagName === 'select') {
      const selected = field.find('option[selected]')
      add(name, (selected.length > 0 ? selected : field.find('option')).first().attr('value') ?? '')
    } else if (element.tagName === 'textarea') add(name, field.text())
    else if (type === 'checkbox' || type === 'radio') {
      add(name, field.attr('checked') === undefined ? undefined : (field.attr('value') ?? 'on'))
    } else add(name, field.attr('value') ?? '')
  })
  return {
    action: form.attr('action') ?? path,
    method: (form.attr('method') ?? 'get').toLowerCase(),
    rendered,
  }
}

function encode(fields: Record<string, Value>): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each) => [name, each]),
  )
  return new URLSearchParams(pairs).toString()
}
