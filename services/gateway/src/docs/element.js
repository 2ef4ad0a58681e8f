/** Makes an element. Text is always text: nothing is ever parsed as HTML. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value)
    else made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== ''))
  return made
}
