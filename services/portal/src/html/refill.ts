import type { Html } from './html.ts'

/** The fields of a form, by name. */
type Fields = Readonly<Record<string, string | string[] | undefined>>
type Node = { type: unknown; props: Record<string, unknown> }

/** What a form sends of itself, and the tick that says a person is sure. */
const OWN = new Set(['csrf', 'operation', 'confirmed'])

/** Puts fields into the form of a page that posts to `action`. False, and nothing changed, when the page has no such form,
 * several of them, or one that lacks a field. */
export function refill(page: Html, action: string, fields: Fields): boolean {
  const forms = nodesOf(page, ({ type, props }) => {
    return type === 'form' && props.method === 'post' && pathOf(props.action) === pathOf(action)
  })
  const [form] = forms
  if (!form || forms.length > 1) return false
  const controls = nodesOf(form, ({ type }) => CONTROLS.has(String(type)))
  const names = new Set(controls.map(({ props }) => String(props.name)))
  const typed = Object.entries(fields).filter(([name, value]) => !OWN.has(name) && value !== '')
  if (typed.some(([name]) => !names.has(name))) return false
  for (const control of controls) {
    const name = String(control.props.name)
    if (name && !OWN.has(name)) fill(control, [fields[name] ?? []].flat())
  }
  return true
}

const CONTROLS = new Set(['input', 'select', 'textarea', 'button'])

function fill({ type, props }: Node, values: readonly string[]): void {
  const [value = ''] = values
  if (type === 'textarea') props.children = `\n${value}`
  else if (type === 'select') {
    for (const { props: option } of nodesOf({ type, props }, (node) => node.type === 'option')) {
      option.selected = option.value === value
    }
  } else if (type === 'input') {
    if (props.type === 'checkbox' || props.type === 'radio')
      props.checked = values.includes(String(props.value))
    else props.value = value
  }
}

/** Nodes within a node, itself included, in the order of the page. What a `template` holds is not on the page. */
function nodesOf(node: unknown, isOne: (node: Node) => boolean): Node[] {
  if (Array.isArray(node)) return node.flatMap((child) => nodesOf(child, isOne))
  if (node === null || typeof node !== 'object' || !('props' in node)) return []
  const element = node as Node
  if (element.type === 'template') return []
  return [...(isOne(element) ? [element] : []), ...nodesOf(element.props.children, isOne)]
}

function pathOf(action: unknown): string {
  return String(action).split('#')[0]!.split('?')[0]!
}
