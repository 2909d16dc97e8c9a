import type { CompiledSchema, EvaluationPlugin, SchemaDocument } from '@hyperjump/json-schema/experimental'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { isJsonObject } from '../../json/index.ts'
import type { JsonSchema } from '../json-schema.ts'
import { boundPatterns } from '../pattern/bound-patterns.ts'
import type { PatternBudget } from '../pattern/bounded-pattern.ts'
import { SchemaError } from '../schema-error.ts'
import { resolvePointer, schemaPointer } from '../schema-pointer.ts'
import { explainFault } from './explain-fault.ts'
import { issuesOfOutput } from './issues-of-output.ts'
import { defaultDialect, type Engine, loadEngine } from './load-engine.ts'
import { declaredDialects, schemaMembers } from './read-schema.ts'
import { sealedBrowser } from './sealed-browser.ts'

/** Judges values by one compiled schema. Neither function throws. */
export interface SchemaJudge {
  accepts(value: unknown): boolean
  /** Returns the problems of a rejected value. */
  issues(value: unknown): readonly StandardSchemaV1.Issue[]
}

/** Base for relative references. The scheme exists nowhere, so nothing could be retrieved under it. */
const rootIdentifier = 'drawbridge-schema:/input'

/**
 * Subschema evaluations one value may cost, each about a microsecond: references and choices in choices could otherwise cost exponentially
 * many. Fewer to say what is wrong with a value: that is shown to a model, and costs more.
 */
const evaluationBudget = 75_000

const explanationBudget = 15_000

/** Steps of regular expressions that one value may cost, some hundredths of a second, and fewer to say what is wrong with it. */
const patternBudget = 45_000_000

const explanationPatternBudget = 15_000_000

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
    const budget: PatternBudget = { steps: patternBudget }
    await boundPatterns(compiled.ast, budget)
    const judge = createJudge(engine, compiled, known, budget)
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

function createJudge(
  { experimental, instance }: Engine,
  compiled: CompiledSchema,
  documents: ReadonlyMap<string, SchemaDocument>,
  budget: PatternBudget,
): SchemaJudge & { probe(): void } {
  const own = [...compiled.ast.plugins]
  const evaluate = (value: unknown): boolean => {
    budget.steps = patternBudget
    const plugins = [...own, budgetPlugin(evaluationBudget)]
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
        budget.steps = explanationPatternBudget
        const plugins = [budgetPlugin(explanationBudget)]
        const options = { outputFormat: experimental.DETAILED, plugins } as const
        const output = experimental.interpret(compiled, instance.fromJs(value as null), options)
        return output.valid ? [] : issuesOfOutput(output.errors ?? [], { instance: value, documents })
      } catch {
        return [{ message: 'plain JSON that can be checked within the limits: fewer parts, or shorter texts' }]
      }
    },
  }
}

function budgetPlugin(most: number): EvaluationPlugin {
  let evaluations = 0
  return {
    beforeSchema: () => {
      if (++evaluations > most) throw new RangeError('The value costs too much to check.')
    },
  }
}

/** Refuses a reference that leads through nothing but references back to itself: following it never ends. */
function refuseCircularReferences(schema: JsonSchema): void {
  const ending = new Set<unknown>()
  for (const { path, key, value, owner } of schemaMembers(schema)) {
    if (key !== '$ref' || typeof value !== 'string') continue
    const chain = new Set<unknown>()
    let current: unknown = owner
    while (isJsonObject(current) && typeof current.$ref === 'string' && !ending.has(current)) {
      if (chain.has(current)) throw new SchemaError(schemaPointer(path), 'the reference leads back to itself')
      chain.add(current)
      current = resolvePointer(schema, current.$ref)
    }
    for (const member of chain) ending.add(member)
  }
}
