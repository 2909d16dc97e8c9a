import { DrawbridgeError } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import type { RequestDefinition, ToolDescription } from '../definition/definition-schema.ts'
import { readDefinition } from '../definition/read-definition.ts'
import { variablesOf } from '../http/build-request.ts'
import { operationName, plainName } from './operation-name.ts'
import { readInputs } from './read-parameters.ts'
import { readSecurity } from './read-security.ts'
import { createReferences, NotImported, type References } from './references.ts'
import { createRequestSchemas } from './request-schema.ts'
import { type ServerOptions, serverUrl } from './server-url.ts'

/** The operator's choices for an import. */
export interface OpenApiOptions extends ServerOptions {
  /** The beginning of the names of the tools. Default: the title of the document. */
  readonly name?: string | undefined
  /** Ids or tags of the operations to import. Default: all. */
  readonly only?: readonly string[] | undefined
  /** The agent that gets the tools. Default: all agents. */
  readonly agent?: string | undefined
}

/** An operation that is not a tool, with the reason. */
export interface LeftOutOperation {
  /** Method and path. */
  readonly operation: string
  readonly reason: string
}

/** A tool that an operation became. */
export interface ImportedTool extends ToolDescription {
  readonly request: RequestDefinition
}

/** The tools that a document became, and the operations that became none. */
export interface ImportedDocument {
  readonly name: string
  readonly tools: readonly ImportedTool[]
  readonly leftOut: readonly LeftOutOperation[]
  /** The names of the variables that hold the credentials. */
  readonly variables: readonly string[]
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const
/** The longest schema of a tool's arguments, in characters of JSON: more fills a model's context. */
const longestSchema = 100_000

/**
 * Turns the operations of an OpenAPI document (3.0 or 3.1) into definitions of tools. Nothing is fetched or stored.
 * @throws DrawbridgeError `invalid_option` if it is another document.
 */
export async function importOpenApi(
  document: Readonly<Record<string, unknown>>,
  options: OpenApiOptions = {},
): Promise<ImportedDocument> {
  const { openapi, info, paths } = document
  if (typeof openapi !== 'string' || !/^3\.[01](\.|$)/.test(openapi)) {
    const version = openapi ?? document.swagger
    throw new DrawbridgeError(
      'invalid_option',
      `The document is not OpenAPI 3.0 or 3.1${version === undefined ? '' : `, but ${JSON.stringify(version)}`}.`,
    )
  }
  const title = isJsonObject(info) && typeof info.title === 'string' ? info.title : 'api'
  const name = plainName(options.name ?? title)
    .slice(0, 24)
    .replace(/_+$/, '')
  const references = createReferences(document)
  const leftOut: LeftOutOperation[] = []
  const tools: ImportedTool[] = []
  const taken = new Set<string>()
  for (const [path, given] of Object.entries(isJsonObject(paths) ? paths : {})) {
    if (!path.startsWith('/')) continue
    const item = attempt(() => references.resolve(given))
    if (typeof item === 'string') {
      leftOut.push({ operation: path, reason: item })
      continue
    }
    for (const method of methods) {
      if (!Object.hasOwn(item, method)) continue
      const definition = attempt(() =>
        readOperation({ document, item, method, path, name, options, references, taken }),
      )
      if (definition === undefined) continue
      const read = typeof definition === 'string' ? definition : await checked(definition)
      if (typeof read === 'string') leftOut.push({ operation: `${method.toUpperCase()} ${path}`, reason: read })
      else {
        taken.add(read.name)
        tools.push(read)
      }
    }
  }
  return { name, tools, leftOut, variables: [...new Set(tools.flatMap(variablesOf))] }
}

interface OperationPlace {
  readonly document: Readonly<Record<string, unknown>>
  readonly item: Readonly<Record<string, unknown>>
  readonly method: (typeof methods)[number]
  readonly path: string
  readonly name: string
  readonly options: OpenApiOptions
  readonly references: References
  readonly taken: ReadonlySet<string>
}

/** Returns undefined for an operation that was not asked for. */
function readOperation({
  document,
  item,
  method,
  path,
  name,
  options,
  references,
  taken,
}: OperationPlace): object | undefined {
  const operation = references.resolve(item[method])
  const { operationId, tags, summary, description, security = document.security } = operation
  const words = [operationId, ...(Array.isArray(tags) ? tags : [])]
  if (options.only !== undefined && !options.only.some((word) => words.includes(word))) return undefined
  if (method === 'trace') throw new NotImported('the method TRACE is not sent')
  const schemas = createRequestSchemas(references, String(document.openapi).startsWith('3.0'))
  const base = serverUrl(operation.servers ?? item.servers ?? document.servers, options)
  const { parameters, body, properties, required } = readInputs(
    [item.parameters, operation.parameters],
    hasBody(method) ? operation.requestBody : neededBody(operation.requestBody, references),
    { references, schemas },
  )
  const missing = [...path.matchAll(/\{([^{}]*)\}/g)].find(
    ([, part]) => !parameters.some((each) => each.in === 'path' && each.name === part),
  )
  if (missing !== undefined) throw new NotImported(`its path has "${missing[0]}", which no parameter describes`)
  if (body !== undefined && !hasBody(method)) throw new NotImported(`a ${method.toUpperCase()} request has no body`)
  const components = isJsonObject(document.components) ? document.components : {}
  const credentials = readSecurity(security, components.securitySchemes, references)
  const definitions = schemas.definitions()
  const schema = {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}),
  }
  const size = JSON.stringify(schema).length
  if (size > longestSchema)
    throw new NotImported(`the schema of its arguments has ${size} characters, and ${longestSchema} are allowed`)
  const told = [summary, description].filter((text) => typeof text === 'string' && text.trim() !== '').join('\n\n')
  return {
    name: operationName(name, { operationId, method, path }, taken),
    description: `${told.trim().slice(0, 1_500)}\n\n${method.toUpperCase()} ${path}`.trim(),
    parameters: schema,
    permission: method === 'get' || method === 'head' || method === 'options' ? 'readonly' : 'write',
    tags: method === 'delete' ? ['destructive'] : [],
    command_type: 'http',
    request: {
      method: method.toUpperCase(),
      url: base + path,
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(body === undefined ? {} : { body }),
      ...(credentials.length > 0 ? { credentials } : {}),
    },
    ...(options.agent === undefined ? {} : { agent_id: options.agent }),
    api: name,
  }
}

function hasBody(method: OperationPlace['method']): boolean {
  return method !== 'get' && method !== 'head'
}

/** Some documents give every operation a body, which is empty for those that only read. */
function neededBody(requestBody: unknown, references: References): unknown {
  return requestBody !== undefined && references.resolve(requestBody).required === true ? requestBody : undefined
}

async function checked(definition: object): Promise<ImportedTool | string> {
  const read = await readDefinition(definition)
  if (!read.ok) return read.problems.join(' ')
  const { request, ...rest } = read.description
  return request === undefined ? 'it has no request' : { ...rest, request }
}

/** Returns the reason as a text if a part cannot be imported. */
function attempt<Value extends object | undefined>(work: () => Value): Value | string {
  try {
    return work()
  } catch (error) {
    if (error instanceof NotImported) return error.message
    throw error
  }
}
