import htm from 'htm'
import { h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** A piece of a page, made by `html`. */
export type Html = VNode

/** What may stand between two tags. `null`, `undefined` and booleans print nothing. */
export type Child = Html | string | number | boolean | null | undefined | readonly Child[]

// The package's types describe its CommonJS file; Node loads the module.
const bound = htm as unknown as (
  this: unknown,
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Html | Html[]
const made = new WeakSet<object>()
const template = bound.bind(element)

/** Makes one node of a template. Texts and attribute values are escaped, links that would run code are left out.
 *  Throws when the template gives anything but exactly one node: a closing tag or slash is missing. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  const node = template(strings, ...values)
  if (Array.isArray(node) || typeof node !== 'object' || node === null || !made.has(node)) {
    throw new Error(`A template must give exactly one node: ${strings.join('${…}').trim().slice(0, 120)}`)
  }
  return node
}

/** The document of a page. */
export function render(page: Html): string {
  return `<!doctype html>${renderToString(page)}`
}

/** The link, or undefined when it is neither of http, https or mailto nor within the portal. */
export function safeHref(link: string): string | undefined {
  const url = URL.parse(link, 'http://portal.invalid')
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? link : undefined
}

const linkAttributes = ['href', 'src', 'action', 'formaction']

function element(tag: unknown, props: Record<string, unknown> | null, ...children: unknown[]): Html {
  if (typeof tag !== 'string') throw new Error('A component is called, ${table({ … })}, and is never a tag.')
  for (const name of Object.keys(props ?? {})) {
    if (/^(on|style$|dangerously)/i.test(name)) {
      throw new Error(`<${tag} ${name}>: the policy of the pages forbids inline code and styles.`)
    }
  }
  const safe = { ...props }
  for (const name of linkAttributes) {
    if (typeof safe[name] === 'string') safe[name] = safeHref(safe[name])
  }
  checkChildren(tag, children)
  const node = h(tag, safe, ...(children as Html[]))
  made.add(node)
  return node
}

/** Throws for what is no text and no node of ours: a parsed JSON object could pass itself off as markup. */
function checkChildren(tag: string, children: readonly unknown[]): void {
  for (const child of children) {
    if (Array.isArray(child)) checkChildren(tag, child)
    else if (
      typeof child === 'function' ||
      (typeof child === 'object' && child !== null && !made.has(child))
    ) {
      throw new Error(`<${tag}>: a child must be a text, a number or the result of html.`)
    }
  }
}
