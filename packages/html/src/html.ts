import htm from 'htm'
import { h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** A piece of a page, made by `html`. */
export type Html = VNode

/** What may stand between two tags. `null`, `undefined` and booleans print nothing. */
export type Child = Html | string | number | boolean | null | undefined | readonly Child[]

// The package's types describe its CommonJS file; Node loads the module.
const bound = htm as unknown as (this: unknown, strings: TemplateStringsArray, ...values: unknown[]) => Html
const made = new WeakSet<object>()
const template = bound.bind(element)

/** Makes one node of a template. Texts and attribute values are escaped, links that would run code are left out.
 *  Throws when the template gives anything but exactly one node: a closing tag or slash is missing. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  const node = template(strings, ...values)
  if (!made.has(node)) {
    throw new Error(`A template must give exactly one node: ${strings.join('…').trim().slice(0, 120)}`)
  }
  return node
}

export function render(page: Html): string {
  return `<!doctype html>${renderToString(page)}`
}

/** The link, or undefined when it is neither of http, https, mailto or tel nor within the portal. */
export function safeHref(link: string): string | undefined {
  // Within the site, or of its scheme: nothing to parse.
  if (link.startsWith('/') || link.startsWith('#') || link.startsWith('?')) return link
  const url = URL.parse(link, 'http://portal.invalid')
  return url && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? link : undefined
}

const linkAttributes = new Set(['href', 'src', 'action', 'formaction'])
const allowedNames = new Set<string>()

function element(tag: unknown, props: Record<string, unknown> | null, ...children: unknown[]): Html {
  if (typeof tag !== 'string')
    throw new Error('A component is a function to call in a template, and never a tag.')
  for (const name in props) {
    const value = props[name]
    if (!isText(value) || isForbidden(name)) {
      throw new Error(`<${tag} ${name}>: an attribute is a text, and no inline code, style or markup.`)
    }
    if (typeof value === 'string' && linkAttributes.has(name)) props[name] = safeHref(value)
  }
  checkChildren(tag, children)
  const node = h(tag, props, ...(children as Html[]))
  made.add(node)
  return node
}

function isText(value: unknown): boolean {
  return value === null || (typeof value !== 'object' && typeof value !== 'function')
}

/** Attribute names are those of our templates, so each is looked at once. */
function isForbidden(name: string): boolean {
  if (allowedNames.has(name)) return false
  if (/^(on|style$|children$|dangerously)/i.test(name)) return true
  allowedNames.add(name)
  return false
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
