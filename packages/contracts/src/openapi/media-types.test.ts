import { expect, test } from 'vitest'
import { printOpenApi } from './document.ts'

type Content = Record<string, { schema: unknown; example?: unknown; examples?: unknown }>
interface Response {
  $ref?: string
  content?: Content
}
interface Operation {
  requestBody?: { content: Content; 'x-media-types'?: string[] }
  responses: Record<string, Response>
}

test.each(['public', 'admin'] as const)(
  'every JSON body of the %s document is declared in its media types (D-01)',
  (plane) => {
    const { paths, components } = printOpenApi(plane)
    let checked = 0
    for (const operation of Object.values(paths).flatMap(
      (methods) => Object.values(methods) as Operation[],
    )) {
      const { requestBody, responses } = operation
      if (requestBody?.content['application/json']) {
        expect(requestBody['x-media-types']).toEqual(['application/json', 'text/json', 'application/*+json'])
        // What generated clients send.
        expect(Object.keys(requestBody.content)).toEqual(['application/json'])
      }
      for (const { $ref, content } of Object.values(responses)) {
        const { content: types } = $ref
          ? (components.responses![$ref.split('/').at(-1)!] as Response)
          : { content }
        if (!types?.['application/json']) continue
        checked++
        expect(Object.keys(types)).toEqual(
          expect.arrayContaining(['application/json', 'text/json', 'text/plain']),
        )
        expect(types['text/plain']!.examples ?? types['text/plain']!.example).toBeUndefined()
      }
    }
    expect(checked).toBeGreaterThan(100)
  },
)
