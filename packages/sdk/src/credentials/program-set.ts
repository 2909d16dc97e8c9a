import {
  type CredentialedProgram,
  type CredentialedPrograms,
  createCredentialedPrograms,
  type ProgramGrants,
} from '@drawbridge/tools'
import type { ProgramGrant, StoredProgram } from './stored-programs.ts'

/** All programs with credentials as they are at one time. */
export interface ProgramSet extends ProgramGrants {
  /** A value that the record itself brings; undefined for those that are found in the environment. */
  valueOf(program: string, variable: string): { readonly value: string | undefined } | undefined
}

/**
 * Joins the programs of the options, which are everyone's, with stored ones, which are those of their grants. Of two with one name
 * that of the options counts. Rejects with `invalid_option` for a record of the options that cannot work; a stored one is left out.
 */
export async function createProgramSet(
  own: readonly CredentialedProgram[],
  stored: readonly StoredProgram[] = [],
): Promise<ProgramSet> {
  const ownNames = new Set(own.map(({ binary_name: name }) => name))
  const usable: (readonly [string, StoredProgram])[] = []
  for (const program of stored) {
    if (!ownNames.has(program.record.binary_name) && (await isSound(program)))
      usable.push([program.record.binary_name, program])
  }
  const byName = new Map(usable)
  const all = await createCredentialedPrograms([...own, ...[...byName.values()].map(recordOf)])
  const subsets = new Map<string, CredentialedPrograms>()
  return {
    all,
    everyones: subsetFor({}),
    of: subsetFor,
    valueOf: (program, variable) => {
      const values = byName.get(program)?.values
      return values === undefined ? undefined : { value: values.get(variable) }
    },
  }

  /** One object for each set of programs, so that what is made for it can be kept. */
  function subsetFor(principal: ProgramGrant): CredentialedPrograms {
    const granted = all.list().filter(({ name }) => isGranted(byName.get(name), principal))
    const key = JSON.stringify(granted.map(({ name }) => name))
    const known = subsets.get(key)
    if (known !== undefined) return known
    const names = new Set(granted.map(({ name }) => name))
    const subset = { find: (name: string) => (names.has(name) ? all.find(name) : undefined), list: () => granted }
    subsets.set(key, subset)
    return subset
  }
}

/** A program of the options is everyone's. */
function isGranted(program: StoredProgram | undefined, { agent, user }: ProgramGrant): boolean {
  if (program === undefined) return true
  return program.grants.some(
    (grant) =>
      (grant.agent === undefined || grant.agent === agent) && (grant.user === undefined || grant.user === user),
  )
}

function recordOf({ record, variables }: StoredProgram): CredentialedProgram {
  return { ...record, environment: variables }
}

async function isSound(program: StoredProgram): Promise<boolean> {
  try {
    await createCredentialedPrograms([recordOf(program)])
    return true
  } catch {
    return false
  }
}
