import { readSchema } from './engine/read-schema.ts'
import { freezeJson } from './freeze-json.ts'
import { rawToolSchema } from './raw-tool-schema.ts'
import { applyDefaults } from './strict/apply-defaults.ts'
import { assertStrictProfile } from './strict/assert-strict-profile.ts'
import { closeObjects } from './strict/close-objects.ts'
import type { ToolSchema } from './tool-schema.ts'

/**
 * Compiles the raw JSON Schema of a declarative or custom tool in the strict profile (`assertStrictProfile`). Objects
 * that name their fields are closed, and defaults are filled in.
 *
 * Rejects with a `SchemaError` that names the place outside the profile and what to write instead.
 */
export async function strictSchema(schema: unknown): Promise<ToolSchema> {
  const source = readSchema(schema)
  assertStrictProfile(source)
  const closed = freezeJson(closeObjects(source))
  const { compileSchema } = await import('./engine/compile-schema.ts')
  const judge = await compileSchema(closed)
  return rawToolSchema(closed, (value) => {
    if (!judge.accepts(value)) return { issues: judge.issues(value) }
    return { value: applyDefaults(closed, value) }
  })
}
