/** Creates an element. A property `onclick` adds a listener, any other an attribute. Strings become text nodes, so nothing
 * is parsed as HTML. */
export function element(name, properties = {}, ...children) {
  const created = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue
    if (key.startsWith('on')) created.addEventListener(key.slice(2), value)
    else created.setAttribute(key, value === true ? '' : value)
  }
  created.append(...children.flat().filter((child) => child !== undefined && child !== ''))
  return created
}
