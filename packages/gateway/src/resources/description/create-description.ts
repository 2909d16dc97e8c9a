import { z } from 'zod'
import { problemCodes } from '../../problem/problem-codes.ts'
import { problemsOf, statusOf } from '../../route/problems-of.ts'
import type { RouteFacts } from '../../route/route-facts.ts'

type Json = Readonly<Record<string, unknown>>

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'retryable'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', enum: Object.keys(problemCodes) },
    retryable: { type: 'boolean' },
    retryAfterMs: { type: 'number' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'detail'],
        properties: { pointer: { type: 'string' }, detail: { type: 'string' } },
      },
    },
  },
} as const

const openAiError = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'param', 'code'],
      properties: {
        message: { type: 'string' },
        type: { type: 'string' },
        param: { type: ['string', 'null'] },
        code: { type: 'string', enum: Object.keys(problemCodes) },
      },
    },
  },
} as const

/** Returns the OpenAPI 3.1 description of the API, made of the schemas that check requests and answers. */
export function createDescription(routes: readonly RouteFacts[], build: string): Json {
  const schemas = new Map<string, Json>([
    ['Problem', problem],
    ['OpenAiError', openAiError],
  ])
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const operations = paths[`/v1${route.path}`] ?? {}
    paths[`/v1${route.path}`] = operations
    operations[route.method.toLowerCase()] = operationOf(route, schemas)
  }
  const tags = [...new Set(routes.map(({ tag }) => tag))].sort()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Drawbridge',
      version: build,
      description: 'The gateway between agents and the world: tools, policy, approvals, sessions, audit.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: tags.map((name) => ({ name, description: `Operations on ${name}.` })),
    security: [{ key: [] }, { cookie: [], half: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key.' },
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-drawbridge', description: 'One half of a session.' },
        half: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Drawbridge-Session',
          description: 'The other half of a session.',
        },
      },
      schemas: Object.fromEntries([...schemas].sort(([left], [right]) => (left < right ? -1 : 1))),
    },
  }
}

function operationOf(route: RouteFacts, schemas: Map<string, Json>): Json {
  const { body, answer, status = answer === undefined ? 204 : 200, example } = route
  const shape = (schema: z.ZodType, io: 'input' | 'output') => shapeOf(schema, { io, schemas })
  const content = (schema: Json, given: unknown): Json => ({
    [route.answerType ?? 'application/json']: { schema, ...(given === undefined ? {} : { example: given }) },
  })
  return {
    operationId: route.operation,
    tags: [route.tag],
    summary: route.summary,
    description: route.description ?? `${route.summary}.`,
    ...(route.role === 'open' ? { security: [] } : {}),
    ...(route.sessionOnly === true ? { security: [{ cookie: [], half: [] }] } : {}),
    'x-role': route.role,
    'x-scope': route.scope ?? null,
    'x-human': route.human === true,
    parameters: [
      ...parametersOf(route.params, { place: 'path', schemas }),
      ...parametersOf(route.query, { place: 'query', schemas }),
      ...headerParameters(route),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: shape(body, 'input'),
                ...(example?.body === undefined ? {} : { example: example.body }),
              },
            },
          },
        }),
    responses: {
      [status]: {
        description: 'Success.',
        ...(answer === undefined ? {} : { content: content(shape(answer, 'output'), example?.answer) }),
      },
      ...problemResponses(route),
    },
  }
}

function headerParameters({ idempotent, versioned }: RouteFacts): readonly Json[] {
  const header = (name: string, required: boolean, description: string) => ({
    ...{ name, in: 'header', required, description },
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  })
  return [
    ...(idempotent === true
      ? [header('Idempotency-Key', false, 'A repeated request with the same key gets the kept answer.')]
      : []),
    ...(versioned === true ? [header('If-Match', true, 'The ETag of the version that is changed.')] : []),
  ]
}

function problemResponses(route: RouteFacts): Record<string, Json> {
  const byStatus = Map.groupBy(problemsOf(route), (code) => statusOf(route, code))
  const content =
    route.errors === 'openai'
      ? { 'application/json': { schema: { $ref: '#/components/schemas/OpenAiError' } } }
      : { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      String(status),
      { description: names.map((name) => `\`${name}\`: ${problemCodes[name].title}`).join(' '), content },
    ]),
  )
}

function parametersOf(
  schema: z.ZodType | undefined,
  { place, schemas }: { readonly place: 'path' | 'query'; readonly schemas: Map<string, Json> },
): readonly Json[] {
  if (schema === undefined) return []
  const shape = shapeOf(schema, { io: 'input', schemas })
  const properties = (shape.properties ?? {}) as Record<string, Json>
  const required = (shape.required ?? []) as readonly string[]
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    ...{ name, in: place, required: place === 'path' || required.includes(name) },
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }))
}

/** Returns a schema in JSON Schema 2020-12; those with an id are entered in the list and named. */
function shapeOf(
  schema: z.ZodType,
  { io, schemas }: { readonly io: 'input' | 'output'; readonly schemas: Map<string, Json> },
): Json {
  const { $schema: _, $defs = {}, ...shape } = z.toJSONSchema(schema, { io, reused: 'inline', unrepresentable: 'any' })
  for (const [id, definition] of Object.entries($defs)) schemas.set(id, renamed(definition as Json))
  const { id, ...rest } = renamed(shape)
  if (typeof id !== 'string') return rest
  schemas.set(id, rest)
  return { $ref: `#/components/schemas/${id}` }
}

/** References to definitions lead to the components of the description. */
function renamed(shape: Json): Json {
  const { $schema: _, ...value } = JSON.parse(
    JSON.stringify(shape).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'),
  ) as Json
  return value
}
