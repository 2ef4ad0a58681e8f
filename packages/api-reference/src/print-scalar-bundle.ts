import { gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

// Prints Scalar's browser bundle, compressed. The package has it as a string in a module and serves it under a route.
const app = Fastify()
await app.register(scalar, { routePrefix: '/scalar', configuration: { url: '/' } })
const { statusCode, rawPayload } = await app.inject('/scalar/js/scalar.js')
if (statusCode !== 200) throw new Error(`@scalar/fastify-api-reference has no browser bundle: ${statusCode}`)
process.stdout.write(gzipSync(rawPayload, { level: 9 }))
