import { allRoutes, createDescription } from '@drawbridge/gateway'
import { routesOfRooms } from '../../packages/gateway/src/resources/room-routes.ts'
import { loadRoutes } from '../../packages/sdk/src/room/load-routes.ts'
import { builtInRooms } from '../../packages/sdk/src/rooms.ts'
import { type Schema, typeOfSchema } from './type-of-schema.ts'

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly 'x-role': string
  readonly 'x-scope': string | null
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Returns the description of the interface with all that comes with Drawbridge. */
async function describeInterface(): Promise<Description> {
  const parts = { house: undefined as never, sectionFor: () => undefined }
  const rooms = await routesOfRooms({ loadRoutes: () => loadRoutes(builtInRooms, parts) }, allRoutes)
  return createDescription([...allRoutes, ...rooms], '0.1.0') as unknown as Description
}

/** Returns the types and the table of operations of the client, as the text of a source file between comments. */
export async function clientOperations(): Promise<string> {
  const { paths, components } = await describeInterface()
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )
    .toSorted((left, right) => (left.operation.operationId < right.operation.operationId ? -1 : 1))
  return [
    '*/',
    '/** The named shapes of requests and answers. */',
    'export interface Schemas {',
    ...Object.entries(components.schemas).map(([name, schema]) => `  ${name}: ${typeOfSchema(schema)}`),
    '}',
    '',
    '/** The parts of each operation. */',
    'export interface Operations {',
    ...operations.map(({ operation, method, path }) => typeOfOperation(operation, `${method} ${path}`)),
    '}',
    '',
    '/** The method and path of each operation. */',
    'export const operations = {',
    ...operations.map(
      ({ path, method, operation }) => `  ${operation.operationId}: { method: '${method}', path: '${path}' },`,
    ),
    '} as const satisfies Record<keyof Operations, { readonly method: string; readonly path: string }>',
    '/*',
  ].join('\n')
}

function typeOfOperation(
  { operationId, summary, parameters, requestBody, responses, ...more }: Operation,
  request: string,
): string {
  const of = (place: string) => {
    const fields = parameters.filter((parameter) => parameter.in === place)
    const named = fields.map(
      ({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typeOfSchema(schema, { required })}`,
    )
    return fields.length === 0 ? 'undefined' : `{ ${named.join('; ')} }`
  }
  const body = requestBody?.content['application/json']
  const scope = more['x-scope'] === null ? '' : `, scope \`${more['x-scope']}\``
  return [
    `  /** \`${request}\`: ${summary.replaceAll('*/', '')}. Role ${more['x-role']}${scope}. */`,
    `  ${operationId}: {`,
    `    params: ${of('path')}`,
    `    query: ${of('query')}`,
    `    body: ${body === undefined ? 'undefined' : typeOfSchema(body.schema)}`,
    `    answer: ${answerOf(responses)}`,
    '  }',
  ].join('\n')
}

function answerOf(responses: Operation['responses']): string {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const [type, content] = Object.entries(success?.content ?? {})[0] ?? []
  if (type === undefined || content === undefined) return 'undefined'
  if (type === 'application/octet-stream') return 'Uint8Array'
  return type === 'application/json' ? typeOfSchema(content.schema) : 'string'
}
