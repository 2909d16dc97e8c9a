import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckResult, resultOf } from '../lib/check.ts'
import { openDeclarations } from '../lib/declarations.ts'
import { type Reach, reachableOptions } from '../lib/reachable-options.ts'
import { hasSetting, type SettingsSchema } from '../lib/settings-schema.ts'

type Table = Readonly<Record<string, Readonly<Record<string, Reach>>>>

/**
 * Every option of a lower package is either set from a key of the configuration, which exists and which a document names, or listed
 * as one for programs only, with the reason: an ability that nobody can reach is none.
 */
export async function checkReachableOptions(root: string, table: Table = reachableOptions): Promise<CheckResult> {
  const declarationOf = openDeclarations(root)
  const schema: SettingsSchema = JSON.parse(readText(root, 'packages/sdk/drawbridge.schema.json'))
  const documents = ['policy', 'flow', 'hooks', 'limits', 'sandbox', 'secrets', 'store', 'telemetry', 'tools', 'cli']
    .map((name) => readText(root, `docs/${name}.md`))
    .join('\n')
  const problems = Object.entries(table).flatMap(([origin, reaches]) => {
    const members = declarationOf(origin)?.members.map(({ name }) => name)
    if (members === undefined) return [`scripts/lib/reachable-options.ts names ${origin}, which does not exist.`]
    const listed = Object.keys(reaches)
    return [
      ...members
        .filter((name) => !listed.includes(name))
        .map(
          (name) =>
            `${origin}: nobody can set "${name}". Give it a key of the configuration and list it, or say why not, in scripts/lib/reachable-options.ts.`,
        ),
      ...listed
        .filter((name) => !members.includes(name))
        .map((name) => `scripts/lib/reachable-options.ts lists "${name}" of ${origin}, which is gone.`),
      ...Object.entries(reaches).flatMap(([name, reach]) => keyProblems(`${origin} ${name}`, reach, schema, documents)),
    ]
  })
  return resultOf(problems)
}

function readText(root: string, path: string): string {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : path.endsWith('.json') ? '{}' : ''
}

function keyProblems(option: string, reach: Reach, schema: SettingsSchema, documents: string): readonly string[] {
  if ('libraryOnly' in reach) return []
  const path = reach.key.split('.')
  if (!hasSetting(schema, path)) return [`${option} is said to be set by "${reach.key}", which no configuration has.`]
  const last = path.at(-1) ?? ''
  return documents.includes(last) ? [] : [`${option} is set by "${reach.key}", which no document names.`]
}
