import type { CompiledSchema, EvaluationPlugin, SchemaDocument } from '@hyperjump/json-schema/experimental'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { JsonSchema } from '../json-schema.ts'
import { boundPatterns } from '../pattern/bound-patterns.ts'
import { SchemaError } from '../schema-error.ts'
import { explainFault } from './explain-fault.ts'
import { issuesOfOutput } from './issues-of-output.ts'
import { defaultDialect, type Engine, loadEngine } from './load-engine.ts'
import { declaredDialects } from './read-schema.ts'
import { refuseCircularReferences } from './refuse-circular-references.ts'
import { sealedBrowser } from './sealed-browser.ts'

/** Judges values by one compiled schema. Neither function throws. */
export interface SchemaJudge {
  accepts(value: unknown): boolean
  /** What is wrong with a value that was not accepted. */
  issues(value: unknown): readonly StandardSchemaV1.Issue[]
}

/** Base for relative references. The scheme exists nowhere, so nothing could be retrieved under it. */
const rootIdentifier = 'drawbridge-schema:/input'

/** Subschema evaluations one value may cost; references that fan out could otherwise cost exponentially many. */
const evaluationBudget = 1_000_000

/**
 * Compiles a raw JSON Schema. Nothing is registered in the implementation and nothing is retrieved, so schemas with the
 * same `$id` do not meet and none outlives its tool.
 *
 * @param remotes schemas by absolute identifier that references may lead to; trusted, may define dialects
 */
export async function compileSchema(
  schema: JsonSchema,
  remotes: ReadonlyMap<string, JsonSchema> = new Map(),
): Promise<SchemaJudge> {
  const engine = await loadEngine([...declaredDialects(schema), ...[...remotes.values()].flatMap(dialectsOf)])
  const foreign = new Map<string, SchemaDocument>(engine.metaSchemas)
  for (const [identifier, remote] of remotes) addDocument(engine, remote, identifier, foreign)
  try {
    refuseCircularReferences(schema)
    const documents = new Map<string, SchemaDocument>()
    const root = addDocument(engine, schema, rootIdentifier, documents)
    refuseTakenIdentifiers(documents, engine)
    const known = new Map([...foreign, ...documents])
    const browser = await engine.experimental.getSchema(root.baseUri, sealedBrowser(root.baseUri, known))
    const compiled = await engine.experimental.compile(browser)
    await boundPatterns(compiled.ast)
    const judge = createJudge(engine, compiled, known, hasReferences(schema))
    judge.probe()
    return judge
  } catch (error) {
    throw await explainFault(engine, schema, error)
  }
}

function dialectsOf(schema: JsonSchema): string[] {
  return [...declaredDialects(schema)]
}

function addDocument(
  { experimental }: Engine,
  schema: JsonSchema,
  identifier: string,
  documents: Map<string, SchemaDocument>,
): SchemaDocument {
  const raw = schema as Parameters<typeof experimental.buildSchemaDocument>[0]
  const document = experimental.buildSchemaDocument(raw, identifier, defaultDialect)
  for (const [embedded, part] of Object.entries(document.embedded ?? {}))
    documents.set(embedded, part as SchemaDocument)
  documents.set(identifier, document)
  return document
}

function refuseTakenIdentifiers(documents: ReadonlyMap<string, SchemaDocument>, { metaSchemas }: Engine): void {
  for (const identifier of documents.keys()) {
    if (metaSchemas.has(identifier))
      throw new SchemaError('#', `it takes the identifier of a meta-schema, ${identifier}`)
  }
}

function hasReferences(schema: JsonSchema): boolean {
  return /"\$(?:ref|dynamicRef|recursiveRef)"/.test(JSON.stringify(schema))
}

function createJudge(
  { experimental, instance }: Engine,
  compiled: CompiledSchema,
  documents: ReadonlyMap<string, SchemaDocument>,
  bounded: boolean,
): SchemaJudge & { probe(): void } {
  const own = [...compiled.ast.plugins]
  const evaluate = (value: unknown): boolean => {
    const plugins = bounded ? [...own, budgetPlugin()] : own
    return experimental.Validation.interpret(compiled.schemaUri, instance.fromJs(value as null), {
      ast: compiled.ast,
      plugins,
    })
  }
  return {
    probe: () => void evaluate({}),
    accepts: (value) => {
      try {
        return evaluate(value)
      } catch {
        return false
      }
    },
    issues: (value) => {
      try {
        const plugins = bounded ? [budgetPlugin()] : []
        const options = { outputFormat: experimental.DETAILED, plugins } as const
        const output = experimental.interpret(compiled, instance.fromJs(value as null), options)
        return output.valid ? [] : issuesOfOutput(output.errors ?? [], { instance: value, documents })
      } catch {
        return [{ message: 'plain JSON that can be checked within the limits' }]
      }
    },
  }
}

function budgetPlugin(): EvaluationPlugin {
  let evaluations = 0
  return {
    beforeSchema: () => {
      if (++evaluations > evaluationBudget) throw new RangeError('The value costs too much to check.')
    },
  }
}
