import { element } from './element.js'
import { sampleOf } from './schema.js'

/** A form that sends the request to this server and shows the response. `readKey` is called on each submit. */
export function requestForm({ method, path, operation }, parameters, body, document, readKey) {
  const inputs = parameters.map((parameter) => ({ parameter, input: inputFor(parameter, operation) }))
  const editor =
    body && element('textarea', { id: `${operation.operationId}-body`, rows: '10', spellcheck: 'false' })
  if (editor) editor.value = JSON.stringify(body.example ?? sampleOf(body.schema, document), null, 2)
  const output = element('div', { class: 'response', role: 'status', 'aria-live': 'polite' })
  const button = element('button', { type: 'submit' }, `Send ${method.toUpperCase()}`)

  const submit = async (event) => {
    event.preventDefault()
    button.disabled = true
    output.replaceChildren(element('p', {}, 'Sending…'))
    const request = toRequest(method, path, inputs, editor?.value, readKey())
    try {
      output.replaceChildren(...(await send(request)))
    } catch (error) {
      output.replaceChildren(element('p', { class: 'failed' }, `The request failed: ${error.message}`))
    }
    button.disabled = false
  }
  return element(
    'form',
    { class: 'try', onsubmit: submit },
    inputs.map(({ parameter, input }) => labelledInput(parameter, input)),
    editor
      ? element('div', { class: 'field' }, element('label', { for: editor.id }, 'Body, JSON'), editor)
      : '',
    button,
    output,
  )
}

function inputFor({ name, required, schema }, { operationId }) {
  const id = `${operationId}-${name}`
  if (!schema.enum) {
    const inputmode = schema.type === 'integer' ? 'numeric' : 'text'
    const placeholder = schema.default === undefined ? undefined : String(schema.default)
    return element('input', {
      id,
      inputmode,
      placeholder,
      required,
      autocomplete: 'off',
      spellcheck: 'false',
    })
  }
  const options = schema.enum.map((value) => element('option', { value }, value))
  return element('select', { id, required }, element('option', { value: '' }, 'any'), options)
}

function labelledInput({ name, in: location, required }, input) {
  const text = `${name}${required ? '' : ' (optional)'}`
  const generate = () => {
    input.value = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
  }
  return element(
    'div',
    { class: 'field' },
    element('label', { for: input.id }, location === 'header' ? `${text}, header` : text),
    input,
    name === 'Idempotency-Key'
      ? element('button', { type: 'button', class: 'plain', onclick: generate }, 'Generate')
      : '',
  )
}

function toRequest(method, path, inputs, body, key) {
  const filled = inputs
    .map(({ parameter, input }) => ({ ...parameter, value: input.value.trim() }))
    .filter(({ value }) => value !== '')
  const valuesIn = (location) =>
    filled.filter((parameter) => parameter.in === location).map(({ name, value }) => [name, value])
  let target = path.slice(1)
  for (const [name, value] of valuesIn('path')) {
    target = target.replace(`{${name}}`, encodeURIComponent(value))
  }
  const query = new URLSearchParams(valuesIn('query'))
  const headers = Object.fromEntries(valuesIn('header'))
  if (key !== '') headers.Authorization = `Bearer ${key}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const url = new URL(query.size > 0 ? `${target}?${query}` : target, new URL('.', location.href))
  return { url, method: method.toUpperCase(), headers, body }
}

async function send({ url, ...request }) {
  const started = performance.now()
  const response = await fetch(url, {
    ...request,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'manual',
  })
  const text = await response.text()
  const ms = Math.round(performance.now() - started)
  const status = `${response.status} ${response.statusText}`.trim()
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  return [
    element('p', {}, element('strong', { class: `status s${status[0]}` }, status), ` in ${ms} ms`),
    element('pre', { tabindex: '0' }, pretty(text) || '(no body)'),
    element('details', {}, element('summary', {}, 'Headers'), element('pre', { tabindex: '0' }, headers)),
    element(
      'details',
      {},
      element('summary', {}, 'As curl'),
      element('pre', { tabindex: '0' }, curl(url, request)),
    ),
  ]
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

// Names $KEY instead of the key, because readers copy and share this command.
function curl(url, { method, headers, body }) {
  const quote = (value) => `'${value.replaceAll("'", "'\\''")}'`
  const lines = [`curl -i -X ${method} ${quote(String(url))}`]
  for (const [name, value] of Object.entries(headers)) {
    lines.push(
      name === 'Authorization' ? '-H "Authorization: Bearer $KEY"' : `-H ${quote(`${name}: ${value}`)}`,
    )
  }
  if (body !== undefined) lines.push(`-d ${quote(body)}`)
  return lines.join(' \\\n  ')
}
