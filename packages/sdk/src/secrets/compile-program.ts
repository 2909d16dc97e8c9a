import type { ProgramRecord } from '@drawbridge/store/secrets'
import { createCredentialedPrograms, type GrantedProgram } from '@drawbridge/tools'

/**
 * Compiles a record, enabled or not: the arguments that it refuses, and the description for the model. Throws `invalid_option` if
 * it cannot work.
 */
export async function compileProgram(record: ProgramRecord, variables: readonly string[]): Promise<GrantedProgram> {
  const { find } = await createCredentialedPrograms([
    { ...record, preset: record.preset ?? false, environment: variables, enabled: true },
  ])
  const program = find(record.binary_name)
  if (program === undefined) throw new TypeError(`"${record.binary_name}" was compiled but cannot be found.`)
  return program
}
