type Json = Record<string, unknown>
/** A JSON body in one media type. */
export type Content = Json & { schema: Json }

/** The content of a JSON response in each media type that `Accept` can prefer (Spec §2, D-01). The example stands once, at
 * application/json; `other` is the schema of the other types where it is shorter. */
export function responseContent(json: Content, other: Json = json.schema): Json {
  const same = { schema: repeatable(other) }
  return { 'application/json': json, 'text/json': same, 'text/plain': same }
}

/** The media types of a JSON body (Spec §2, D-01). */
const ACCEPTED = ['application/json', 'text/json', 'application/*+json']

/** A JSON body. The other media types stand beside `content`: openapi-python-client would skip operations with text/json, and
 * send `application/*+json` as it is written, which is 415. */
export function jsonBody(json: Content): Json {
  return {
    description: `JSON in UTF-8, as ${ACCEPTED.join(', ')}.`,
    content: { 'application/json': json },
    'x-media-types': ACCEPTED,
  }
}

// A schema without a name is not printed three times, unless it is a choice between two names.
function repeatable(schema: Json): Json {
  return '$ref' in schema || 'oneOf' in schema
    ? schema
    : { description: 'The same JSON as application/json.' }
}
