import type { OutputUnit } from '@hyperjump/json-schema/draft-2020-12'
import type { CompiledSchema } from '@hyperjump/json-schema/experimental'
import { errorMessage } from '../../error/error-message.ts'
import { isJsonObject } from '../../json/index.ts'
import type { JsonSchema } from '../json-schema.ts'
import { describeReceived } from '../problem/describe-received.ts'
import { SchemaError } from '../schema-error.ts'
import { pointerSegments, schemaPointer, valueAt } from '../schema-pointer.ts'
import { defaultDialect, type Engine } from './load-engine.ts'
import { badPattern, danglingReference, placeOfReference } from './locate-fault.ts'
import { sealedBrowser, UnknownReference } from './sealed-browser.ts'

/**
 * Types of Python and Java that authors write into schemas, and what JSON Schema calls them; undefined for "any value",
 * which is the absence of a type. They are refused with this advice, never mapped in silence.
 */
export const foreignTypes: ReadonlyMap<unknown, string | undefined> = new Map([
  ['dict', 'object'],
  ['HashMap', 'object'],
  ['Hashtable', 'object'],
  ['float', 'number'],
  ['double', 'number'],
  ['int', 'integer'],
  ['long', 'integer'],
  ['bool', 'boolean'],
  ['Boolean', 'boolean'],
  ['str', 'string'],
  ['String', 'string'],
  ['char', 'string'],
  ['list', 'array'],
  ['tuple', 'array'],
  ['set', 'array'],
  ['Array', 'array'],
  ['ArrayList', 'array'],
  ['any', undefined],
  ['Any', undefined],
])

/** Turns what went wrong while a schema was compiled into an error that names the place and the way out. */
export async function explainFault(engine: Engine, schema: JsonSchema, error: unknown): Promise<SchemaError> {
  if (SchemaError.isInstance(error)) return error
  const options = { cause: error }
  if (error instanceof UnknownReference) {
    const reason = `it refers to "${error.identifier}", which is not part of this schema, and nothing is fetched; put the definition under $defs`
    return new SchemaError(placeOfReference(schema, error.identifier), reason, options)
  }
  if (error instanceof RangeError) return new SchemaError('#', 'its references go in circles without end', options)
  if (error instanceof SyntaxError) {
    const { path, pattern } = badPattern(schema)
    return new SchemaError(path, `"${pattern}" is not a regular expression`, options)
  }
  const message = errorMessage(error)
  if (isInvalidSchemaError(error)) {
    const { path, reason } = await metaSchemaFault(engine, schema)
    return new SchemaError(path, reason, options)
  }
  const dialect = /unknown dialect '(.*)'/.exec(message)?.[1]
  if (dialect !== undefined) {
    return new SchemaError('#/$schema', `"${dialect}" is not a known dialect; use ${defaultDialect}`, options)
  }
  const dangling = danglingReference(schema)
  if (dangling !== undefined) return new SchemaError(dangling, 'the reference leads nowhere', options)
  return new SchemaError('#', message.replace(/\.$/, ''), options)
}

function isInvalidSchemaError(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidSchemaError'
}

async function metaSchemaFault(engine: Engine, schema: JsonSchema): Promise<{ path: string; reason: string }> {
  const deepest = await deepestFault(engine, schema)
  if (deepest === undefined) return { path: '#', reason: 'a part of it does not follow its meta-schema' }
  const segments = pointerSegments(decodeURI(deepest.instanceLocation.slice(1)))
  return { path: schemaPointer(segments), reason: faultOf(segments.at(-1) ?? '', valueAt(schema, segments)) }
}

async function deepestFault(engine: Engine, schema: JsonSchema): Promise<OutputUnit | undefined> {
  const { experimental, instance, metaSchemas } = engine
  const declared = isJsonObject(schema) && typeof schema.$schema === 'string' ? schema.$schema : defaultDialect
  const dialect = declared.replace(/#$/, '')
  if (!metaSchemas.has(dialect)) return undefined
  const value = instance.fromJs(schema as Parameters<typeof instance.fromJs>[0])
  const output = experimental.interpret(await compileMetaSchema(engine, dialect), value, 'DETAILED')
  return output.valid ? undefined : deepestUnits(output.errors ?? [])[0]
}

/** Compiled meta-schemas by dialect: a server with many faulty tools pays for this once. */
const compiledMetaSchemas = new Map<string, Promise<CompiledSchema>>()

function compileMetaSchema({ experimental, metaSchemas }: Engine, dialect: string): Promise<CompiledSchema> {
  const compiled = compiledMetaSchemas.get(dialect)
  if (compiled !== undefined) return compiled
  const browser = experimental.getSchema(dialect, sealedBrowser(dialect, metaSchemas))
  const compiling = browser.then((metaSchema) => experimental.compile(metaSchema))
  compiledMetaSchemas.set(dialect, compiling)
  return compiling
}

function faultOf(keyword: string, value: unknown): string {
  const received = describeReceived(value)
  if (keyword !== 'type' || typeof value !== 'string') return `${received} is not allowed here`
  if (!foreignTypes.has(value)) return `${received} is not a type of JSON Schema`
  const type = foreignTypes.get(value)
  const advice = type === undefined ? 'leave the type out' : `use ${JSON.stringify(type)}`
  return `${received} is not a type of JSON Schema; ${advice}`
}

/** The failed keywords without failed parts of their own, those deepest in the instance first. */
function deepestUnits(units: readonly OutputUnit[]): OutputUnit[] {
  return units.flatMap(leaves).sort((left, right) => depthOf(right) - depthOf(left))
}

function leaves(unit: OutputUnit): OutputUnit[] {
  return unit.errors === undefined || unit.errors.length === 0 ? [unit] : unit.errors.flatMap(leaves)
}

function depthOf(unit: OutputUnit): number {
  return unit.instanceLocation.split('/').length
}
