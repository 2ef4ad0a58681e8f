import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** One exported span, decoded from OTLP JSON. */
export interface ExportedSpan {
  service: string
  name: string
  /** As OTLP numbers them: 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number
  traceId: string
  spanId: string
  /** Empty for the first span of a trace. */
  parentSpanId: string
  links: { traceId: string; spanId: string }[]
  attributes: Record<string, string | number | boolean>
  isError: boolean
}

export type OtlpReceiver = Awaited<ReturnType<typeof openOtlpReceiver>>

/** Opens an OTLP/HTTP receiver for JSON on loopback. */
export async function openOtlpReceiver() {
  /** In the order in which they arrived, as the bodies. */
  const spans: ExportedSpan[] = []
  const bodies: string[] = []
  let isHanging = false
  let waiting: ServerResponse[] = []
  const accept = (response: ServerResponse) =>
    void response.setHeader('content-type', 'application/json').end('{}')
  const server = createServer(async (request, response) => {
    const body = await json(request)
    if (request.url !== '/v1/traces') return void response.writeHead(404).end()
    bodies.push(JSON.stringify(body))
    spans.push(...decode(body as OtlpBody))
    if (isHanging) waiting.push(response)
    else accept(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    /** While true, requests get no response; they get it when it becomes false. */
    hang(hangs: boolean) {
      isHanging = hangs
      if (hangs) return
      for (const response of waiting) accept(response)
      waiting = []
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface OtlpAttribute {
  key: string
  value: { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number }
}

type Sent = Pick<ExportedSpan, 'name' | 'kind' | 'traceId' | 'spanId'>
interface OtlpSpan extends Sent, Partial<Pick<ExportedSpan, 'parentSpanId' | 'links'>> {
  attributes?: OtlpAttribute[]
  status?: { code?: number }
}

interface OtlpBody {
  resourceSpans: { resource: { attributes: OtlpAttribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

const ERROR = 2

function decode({ resourceSpans }: OtlpBody): ExportedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name'])
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => toSpan(service, span)))
  })
}

function toSpan(service: string, { attributes = [], status, links = [], ...span }: OtlpSpan): ExportedSpan {
  return {
    ...{ parentSpanId: '', ...span, service },
    links: links.map(({ traceId, spanId }) => ({ traceId, spanId })),
    attributes: valuesOf(attributes),
    isError: status?.code === ERROR,
  }
}

function valuesOf(attributes: OtlpAttribute[]): ExportedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, boolValue, doubleValue } }) => [
      key,
      stringValue ?? boolValue ?? doubleValue ?? Number(intValue),
    ]),
  )
}
