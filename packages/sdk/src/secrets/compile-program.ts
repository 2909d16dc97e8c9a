import type { ProgramRecord } from '@drawbridge/store/secrets'
import { createCredentialedPrograms, type GrantedProgram } from '@drawbridge/tools'

/**
 * A record as it works, whether it is enabled or not: what it refuses, and what the model is told. Throws `invalid_option` where it
 * cannot work.
 */
export async function compileProgram(record: ProgramRecord, variables: readonly string[]): Promise<GrantedProgram> {
  const { find } = await createCredentialedPrograms([
    { ...record, preset: record.preset ?? false, environment: variables, enabled: true },
  ])
  const program = find(record.binary_name)
  if (program === undefined) throw new TypeError(`"${record.binary_name}" was compiled and is not there.`)
  return program
}
