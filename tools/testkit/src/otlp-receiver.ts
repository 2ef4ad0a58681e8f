import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

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

/** A local OTLP receiver. */
export interface OtlpReceiver {
  url: string
  /** In the order in which they arrived. */
  spans: ExportedSpan[]
  /** The request bodies, as they arrived. */
  bodies: string[]
  /** While true, requests get no response; they get it when it becomes false. */
  hang(hangs: boolean): void
  close(): Promise<void>
}

/** Opens an OTLP/HTTP receiver for JSON on loopback. */
export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ExportedSpan[] = []
  const bodies: string[] = []
  let isHanging = false
  let waiting: ServerResponse[] = []
  const accept = (response: ServerResponse) =>
    void response.setHeader('content-type', 'application/json').end('{}')
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    if (request.url !== '/v1/traces') return void response.writeHead(404).end()
    bodies.push(body)
    spans.push(...decode(JSON.parse(body)))
    if (isHanging) waiting.push(response)
    else accept(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    hang(hangs) {
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

interface OtlpSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  links?: { traceId: string; spanId: string }[]
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

function toSpan(service: string, span: OtlpSpan): ExportedSpan {
  const { name, kind, traceId, spanId, parentSpanId = '', links = [], attributes = [], status } = span
  return {
    service,
    name,
    kind,
    traceId,
    spanId,
    parentSpanId,
    links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
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
