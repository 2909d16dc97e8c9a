import type { ProgramEntry, ProgramEnvironment } from '@drawbridge/store/secrets'
import type { StoredProgram } from '../credentials/stored-programs.ts'
import type { SecretStore } from './secret-store.ts'

/** All programs that can be opened, with their values. A variable whose secret is missing has none, which stops its calls. */
export async function loadPrograms({
  programs,
  secrets,
}: Pick<SecretStore, 'programs' | 'secrets'>): Promise<readonly StoredProgram[]> {
  const entries = await programs.list()
  const needsSecrets = entries.some(({ environment }) => secretsIn(environment).length > 0)
  const values = needsSecrets ? (await secrets.open()).values : new Map<string, string>()
  return entries.flatMap(({ record, environment, grants }) =>
    environment.status === 'refused'
      ? []
      : [
          {
            record: { ...record, preset: record.preset ?? false },
            variables: Object.keys(environment.variables),
            values: valuesOf(environment.variables, values),
            grants,
          },
        ],
  )
}

/** The names of the secrets that a program gets. */
export function secretsIn(environment: ProgramEntry['environment']): readonly string[] {
  if (environment.status === 'refused') return []
  return Object.values(environment.variables).flatMap((variable) => ('secret' in variable ? [variable.secret] : []))
}

function valuesOf(variables: ProgramEnvironment, secrets: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(variables).flatMap<[string, string]>(([name, variable]) => {
      const value = 'secret' in variable ? secrets.get(variable.secret) : variable.value
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
