import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonSchema, openSchema, SchemaError } from '@drawbridge/core/schema'

export interface SuiteResult {
  readonly passed: number
  /** Cases whose schema was refused at registration, with the reason. */
  readonly refused: readonly string[]
  /** Cases that were decided differently from the suite. */
  readonly wrong: readonly string[]
}

interface Group {
  readonly description: string
  readonly schema: JsonSchema
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[]
}

const dialect = 'draft2020-12'
/** The URL under which the suite's schemas expect its remote schemas. */
const remoteBase = `http://localhost:1234/${dialect}/`

/**
 * Runs the required cases of the JSON-Schema-Test-Suite for draft 2020-12 through `openSchema`. The suite's remote
 * schemas are handed over as data: nothing is served and nothing fetched.
 */
export async function runSuite(corpora: string): Promise<SuiteResult> {
  const root = join(corpora, 'json-schema-test-suite')
  const remotes = readRemotes(join(root, 'remotes', dialect))
  const result = { passed: 0, refused: [] as string[], wrong: [] as string[] }
  for (const file of jsonFiles(join(root, dialect))) {
    for (const group of readJson(join(root, dialect, file)) as Group[]) {
      const name = `${file}: ${group.description}`
      const schema = await openSchema(group.schema, { remotes }).catch((error: unknown) => error)
      if (SchemaError.isInstance(schema)) result.refused.push(...group.tests.map(() => `${name}: ${schema.message}`))
      else result.passed += judge(schema as Awaited<ReturnType<typeof openSchema>>, group, name, result.wrong)
    }
  }
  return result
}

function judge(schema: Awaited<ReturnType<typeof openSchema>>, group: Group, name: string, wrong: string[]): number {
  const failed = group.tests.filter(({ data, valid }) => {
    const outcome = schema['~standard'].validate(data)
    return outcome instanceof Promise || (outcome.issues === undefined) !== valid
  })
  wrong.push(...failed.map(({ description }) => `${name}: ${description}`))
  return group.tests.length - failed.length
}

function readRemotes(folder: string): Map<string, JsonSchema> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
  return new Map(files.map((file) => [remoteBase + file, readJson(join(folder, file)) as JsonSchema]))
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder).filter((file) => file.endsWith('.json'))
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
