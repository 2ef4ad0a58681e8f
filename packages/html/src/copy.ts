import { createHash } from 'node:crypto'
import { type Html, html } from './html.ts'
import { icon } from './icon.ts'

/** A call of the API that the reader can repeat. */
export interface CopyableCall {
  method: string
  /** Base, path and query. */
  url: string
  /** `$API_KEY` and `$ADMIN_TOKEN` in a value stay variables of the shell. */
  headers?: Record<string, string>
  body?: unknown
}

/** The call as a command for a POSIX shell. Every text is quoted, so that nothing in it runs. */
export function curlOf({ method, url, headers = {}, body }: CopyableCall): string {
  const parts = [`curl${method === 'GET' ? '' : ` -X ${quote(method)}`} ${quote(url)}`]
  // Without it curl reads brackets and braces in a URL as patterns.
  if (/[[\]{}]/.test(url)) parts.push('--globoff')
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoteHeader(`${name}: ${value}`)}`)
  if (body !== undefined) parts.push(`--data-raw ${quote(print(body))}`)
  return parts.join(' \\\n  ')
}

/** A value with a button that copies it. */
export function copyable({ label, text }: { label: string; text: string }): Html {
  const id = `copy-${createHash('sha256').update(`${label}\0${text}`).digest('hex').slice(0, 12)}`
  return html`<div class="jb-copyable vstack gap-1">
    <span class="small fw-medium" id=${`${id}-label`}>${label}</span>
    <div class="jb-code">
      <pre id=${id} role="region" aria-labelledby=${`${id}-label`} tabindex="0"><code dir="ltr">${text}</code></pre>
      <button type="button" class="jb-copy" data-copy=${id} aria-label=${`Copy ${label}`}>
        ${icon('copy')}<span>Copy</span>
      </button>
    </div>
  </div>`
}

/** A secret that is shown this once, with snippets that use it. Leaving the page before it is copied warns; loading it again
 * leads to `page`. */
export function secretOnce({
  label,
  secret,
  page,
  snippet,
}: {
  label: string
  secret: string
  page: string
  /** One, or several with a label each. */
  snippet: string | readonly { label: string; text: string }[]
}): Html {
  const snippets = typeof snippet === 'string' ? [{ label: 'Try it', text: snippet }] : snippet
  return html`<section class="jb-secret alert alert-warning vstack gap-3" data-secret="not copied" data-page=${page} aria-label=${label}>
    <p class="d-flex gap-2">${icon('key')}<strong>Copy it now. It is shown this once and cannot be read again.</strong></p>
    ${copyable({ label, text: secret })} ${snippets.map(copyable)}
  </section>`
}

/** The button `</>` and the drawer that it opens, also without script: the calls of a page. Null where there are none. */
export function callDrawer(calls: readonly CopyableCall[]): Html[] | null {
  if (calls.length === 0) return null
  const label = 'API calls of this page'
  return [
    html`<button type="button" class="btn btn-secondary" popovertarget="calls" aria-label=${label} title=${label}>${icon('code')}</button>`,
    html`<div id="calls" class="jb-calls m-0 ms-auto p-0 border-0 border-start" popover="" role="dialog" aria-label=${label}>
      <div class="vstack gap-3 p-4 small">
        <div class="hstack justify-content-between"><h2>${label}</h2><button type="button" class="jb-plain" popovertarget="calls" popovertargetaction="hide" aria-label="Close">${icon('cross')}</button></div>
        <p class="text-body-secondary">Each with a key or token of your own in the environment.</p>
        ${calls.map((call) => copyable({ label: `${call.method} ${pathOf(call.url)}`, text: curlOf(call) }))}
      </div>
    </div>`,
  ]
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? url
}

function print(body: unknown): string {
  const line = JSON.stringify(body)
  return line.length > 70 ? JSON.stringify(body, null, 2) : line
}

function quote(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`
}

/** Double quotes where a variable is meant, single quotes around everything else. */
function quoteHeader(header: string): string {
  const line = header.replace(/[\0\r\n]/g, ' ')
  if (/^[\w .:/-]*\$(?:API_KEY|ADMIN_TOKEN)$/.test(line)) return `"${line}"`
  return line
    .split(/(\$(?:API_KEY|ADMIN_TOKEN)\b)/)
    .filter((part) => part !== '')
    .map((part, index) =>
      index % 2 === 1 || /^\$(?:API_KEY|ADMIN_TOKEN)$/.test(part)
        ? `"${part}"`
        : `'${part.replaceAll("'", `'\\''`)}'`,
    )
    .join('')
}
