import { createRegistry } from '@drawbridge/core'
import { createNameMap, foreignCanonicalName, readForeignName, safeDialect } from '@drawbridge/core/registry'
import { type JsonSchema, openSchema, SchemaError, type ToolSchema } from '@drawbridge/core/schema'
import { toJsonSchemaTypes } from '../lib/bfcl-types.ts'
import { corporaFolder, corporaPresent, readJsonLines } from '../lib/corpora.ts'
import { runSuite } from '../lib/json-schema-test-suite.ts'
import { lowerForEveryFamily, ownTools, registrable, toolsOfServers } from '../lib/lowering-rows.ts'
import type { Measure } from '../lib/report.ts'

/** Required cases of draft 2020-12 in the suite's snapshot. */
const requiredCases = 1_299
const mostRefused = 10

interface BfclRow {
  readonly tool: { readonly name: string; readonly parameters: unknown }
}

interface Registration {
  readonly registered: number
  /** Reason → how many schemas were refused for it. */
  readonly refused: ReadonlyMap<string, number>
  /** Names of tools that ended neither registered nor refused with a typed reason. */
  readonly faults: readonly string[]
}

/**
 * Judges the open profile by the JSON-Schema-Test-Suite, and registers the published function schemas of BFCL one by
 * one. BFCL uses types of Python and Java, which are not JSON Schema and are refused with the type to use instead; the
 * second row shows the same schemas with types spelled as in JSON Schema. Lowers the registrable ones, the tools of nine MCP servers and
 * our own for every family of providers.
 */
export const measure: Measure = async () => {
  if (!corporaPresent) throw new Error('The corpora are missing: set DRAWBRIDGE_CORPORA.')
  const suite = await runSuite(corporaFolder)
  const rows = readJsonLines<BfclRow>('bfcl-schemas.jsonl')
  const published = await register(rows, (schema) => schema)
  const spelled = await register(rows, toJsonSchemaTypes)
  const spelledTools = rows.map(({ tool }) => ({
    name: tool.name,
    schema: toJsonSchemaTypes(tool.parameters) as Exclude<JsonSchema, boolean>,
  }))
  const lowered = [
    ...lowerForEveryFamily(await registrable(spelledTools)).map((row) => ({ corpus: 'BFCL', ...row })),
    ...lowerForEveryFamily(toolsOfServers()).map((row) => ({ corpus: 'nine MCP servers', ...row })),
    ...lowerForEveryFamily(await ownTools()).map((row) => ({ corpus: 'own tools', ...row })),
  ]
  const decided = suite.passed + suite.refused.length
  return {
    name: 'schema',
    columns: ['corpus', 'cases', 'passed', 'refused', 'wrong'],
    rows: [
      [
        'JSON-Schema-Test-Suite 2020-12',
        decided + suite.wrong.length,
        suite.passed,
        suite.refused.length,
        suite.wrong.length,
      ],
      ['BFCL as published', rows.length, published.registered, total(published), published.faults.length],
      ['BFCL with types of JSON Schema', rows.length, spelled.registered, total(spelled), spelled.faults.length],
      ...lowered.map((row) => [
        `${row.corpus} lowered for ${row.family}`,
        row.tools,
        row.lowered,
        row.refused.length,
        row.wrong.length,
      ]),
    ],
    goals: [
      { text: `passed + refused = ${requiredCases}`, met: decided === requiredCases },
      { text: `refused at most ${mostRefused}`, met: suite.refused.length <= mostRefused },
      { text: 'none decided wrong', met: suite.wrong.length === 0 },
      {
        text: 'every BFCL tool registers alone as bfcl.<name>, its name surviving `safe`, or is refused with a reason',
        met: isSettled(published) && isSettled(spelled),
      },
      {
        text: 'every tool is lowered for each family and accepted by its published rules, or refused by name',
        met: lowered.every(({ wrong }) => wrong.length === 0),
      },
      {
        text: 'none of our own tools is refused by any family',
        met: lowered.every(({ corpus, refused }) => corpus !== 'own tools' || refused.length === 0),
      },
    ],
    details: [
      ...suite.refused.map((line) => `refused: ${line}`),
      ...suite.wrong.map((line) => `wrong: ${line}`),
      ...lowered.flatMap(({ refused, wrong }) => [...wrong.map((line) => `wrong: ${line}`), ...refused.slice(0, 3)]),
      ...reasons('BFCL as published', published),
      ...reasons('BFCL with types of JSON Schema', spelled),
    ],
  }
}

async function register(rows: readonly BfclRow[], prepare: (schema: unknown) => unknown): Promise<Registration> {
  const refused = new Map<string, number>()
  const faults: string[] = []
  for (const { tool } of rows) {
    try {
      const input = await openSchema(prepare(tool.parameters))
      const fault = registerAlone(tool.name, input)
      if (fault !== undefined) faults.push(fault)
    } catch (error) {
      if (!SchemaError.isInstance(error)) faults.push(`bfcl.${tool.name}: ${error}`)
      else refused.set(reasonOf(error), (refused.get(reasonOf(error)) ?? 0) + 1)
    }
  }
  return {
    registered: rows.length - faults.length - [...refused.values()].reduce((sum, count) => sum + count, 0),
    refused,
    faults,
  }
}

/** Registers a tool as the only one, and follows its name through the `safe` dialect and back. */
function registerAlone(ownName: string, input: ToolSchema): string | undefined {
  const name = foreignCanonicalName('bfcl', ownName)
  const registry = createRegistry()
  registry.register({ name, description: '', input, permission: 'write', profile: 'open', execute: () => '' })
  const names = createNameMap([name], safeDialect)
  const exposed = names.exposedName(name) ?? ''
  const survives = /^[A-Za-z0-9_-]{1,64}$/.test(exposed) && names.canonicalName(exposed) === name
  const isReadBack = readForeignName('bfcl', name) === ownName
  return survives && isReadBack ? undefined : `${name}: its name does not survive as "${exposed}"`
}

/** The message without its place, so that equal reasons count together. */
function reasonOf(error: SchemaError): string {
  return error.message.replace(`Invalid schema at ${error.path}: `, '')
}

function total({ refused }: Registration): number {
  return [...refused.values()].reduce((sum, count) => sum + count, 0)
}

function isSettled({ faults }: Registration): boolean {
  return faults.length === 0
}

function reasons(name: string, { refused, faults }: Registration): string[] {
  const counted = [...refused].toSorted(([, left], [, right]) => right - left)
  return [
    ...counted.map(([reason, count]) => `${name}: ${count} × ${reason}`),
    ...faults.map((fault) => `${name}: ${fault}`),
  ]
}
