import { element } from './element.js'
import { renderInline } from './markdown.js'
import { requestForm } from './request.js'
import { constraintsOf, fieldList, resolve } from './schema.js'

/** One operation: description, parameters, body, responses and, with `readKey`, a form that sends a request. The content is
 * built when the card is first opened. */
export function operationCard({ method, path, operation }, document, readKey) {
  const card = element(
    'details',
    { class: 'operation', id: operation.operationId },
    element(
      'summary',
      {},
      element('span', { class: `method ${method}` }, method.toUpperCase()),
      ' ',
      element('code', { class: 'path' }, path),
      ' ',
      element('span', { class: 'title' }, operation.summary),
    ),
  )
  card.addEventListener(
    'toggle',
    () => card.append(...content({ method, path, operation }, document, readKey)),
    {
      once: true,
    },
  )
  return card
}

function content(call, document, readKey) {
  const { operation } = call
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(parameter, document))
  const body = operation.requestBody?.content['application/json']
  return [
    operation.description ? element('p', {}, renderInline(operation.description)) : '',
    parameters.length > 0 ? section('Parameters', parameterList(parameters, document)) : '',
    body ? section('Body', fieldList(body.schema, document)) : '',
    section('Responses', responseList(operation.responses, document)),
    readKey ? section('Try it', requestForm(call, parameters, body, document, readKey)) : '',
  ]
}

function section(title, ...children) {
  return element('section', {}, element('h4', {}, title), children)
}

function parameterList(parameters, document) {
  const rows = parameters.map(({ name, in: location, required, schema, description }) => {
    const notes = [location, schema.enum?.join(' | ') ?? schema.type, ...constraintsOf(schema, document)]
    if (required) notes.push('required')
    return element(
      'li',
      {},
      element('code', {}, name),
      ' ',
      element('span', { class: 'type' }, notes.join(', ')),
      description ? element('p', {}, renderInline(description)) : '',
    )
  })
  return element('ul', { class: 'fields' }, rows)
}

function responseList(responses, document) {
  const rows = Object.entries(responses).map(([status, response]) => {
    const { description, content = {}, headers = {} } = resolve(response, document)
    const [type, media] = Object.entries(content)[0] ?? []
    const isError = media?.schema.$ref?.endsWith('/Error')
    return element(
      'li',
      {},
      element('strong', { class: `status s${status[0]}` }, status),
      ' ',
      description.split('\n\n').map((line) => element('span', { class: 'meaning' }, renderInline(line))),
      media && !isError
        ? element('details', {}, element('summary', {}, `Body, ${type}`), fieldList(media.schema, document))
        : '',
      status[0] === '2'
        ? element('details', {}, element('summary', {}, 'Headers'), headerList(headers, document))
        : '',
    )
  })
  return element('ul', { class: 'responses' }, rows)
}

function headerList(headers, document) {
  const rows = Object.entries(headers).map(([name, header]) =>
    element('li', {}, element('code', {}, name), ' ', renderInline(resolve(header, document).description)),
  )
  return element('ul', { class: 'fields' }, rows)
}
