import { element } from './element.js'
import { sample } from './schema.js'

/** A form that sends the call to this server and shows the answer. The key is read when it is sent. */
export function requestForm({ method, path, operation }, parameters, body, document, key) {
  const inputs = parameters.map((parameter) => ({ parameter, input: inputFor(parameter, operation) }))
  const editor =
    body && element('textarea', { id: `${operation.operationId}-body`, rows: '10', spellcheck: 'false' })
  if (editor) editor.value = JSON.stringify(body.example ?? sample(body.schema, document), null, 2)
  const answer = element('div', { class: 'answer', role: 'status', 'aria-live': 'polite' })
  const button = element('button', { type: 'submit' }, `Send ${method.toUpperCase()}`)

  const send = async (event) => {
    event.preventDefault()
    button.disabled = true
    answer.replaceChildren(element('p', {}, 'Waiting…'))
    const request = toRequest(method, path, inputs, editor?.value, key())
    try {
      answer.replaceChildren(...(await ask(request)))
    } catch (error) {
      answer.replaceChildren(element('p', { class: 'failed' }, `No answer: ${error.message}`))
    }
    button.disabled = false
  }
  return element(
    'form',
    { class: 'try', onsubmit: send },
    inputs.map(({ parameter, input }) => labelled(parameter, input)),
    editor
      ? element('div', { class: 'field' }, element('label', { for: editor.id }, 'Body, JSON'), editor)
      : '',
    button,
    answer,
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

function labelled({ name, in: place, required }, input) {
  const text = `${name}${required ? '' : ' (optional)'}`
  const isKey = name === 'Idempotency-Key'
  const make = () => {
    input.value = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
  }
  return element(
    'div',
    { class: 'field' },
    element('label', { for: input.id }, place === 'header' ? `${text}, header` : text),
    input,
    isKey ? element('button', { type: 'button', class: 'plain', onclick: make }, 'Make one') : '',
  )
}

function toRequest(method, path, inputs, body, key) {
  const filled = inputs
    .map(({ parameter, input }) => ({ ...parameter, value: input.value.trim() }))
    .filter(({ value }) => value !== '')
  let target = path.slice(1)
  for (const { name, value } of filled.filter((one) => one.in === 'path')) {
    target = target.replace(`{${name}}`, encodeURIComponent(value))
  }
  const query = new URLSearchParams(
    filled.filter((one) => one.in === 'query').map(({ name, value }) => [name, value]),
  )
  const headers = Object.fromEntries(
    filled.filter((one) => one.in === 'header').map(({ name, value }) => [name, value]),
  )
  if (key !== '') headers.Authorization = `Bearer ${key}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const url = new URL(query.size > 0 ? `${target}?${query}` : target, new URL('.', location.href))
  return { url, method: method.toUpperCase(), headers, body }
}

async function ask({ url, ...request }) {
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

// The key itself is not written: what is on the screen gets copied and shared.
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
