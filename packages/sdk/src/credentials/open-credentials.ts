import { createSecretRegistry, type SecretRegistry, type ToolDefinition } from '@drawbridge/core'
import {
  type CredentialedProgram,
  type CredentialedPrograms,
  type CredentialSource,
  createCredentialedExec,
  createCredentialedPrograms,
} from '@drawbridge/tools'
import { locateTrusted, type TrustOptions } from './locate-trusted.ts'

/** The programs that run with credentials, and the secrets that are cut out of everything that leaves. */
export interface Credentials {
  readonly programs: CredentialedPrograms
  readonly secrets: SecretRegistry
  /** `runtime.credentialed_exec` over these programs. */
  readonly tool: ToolDefinition
}

export interface CredentialsOptions extends Pick<TrustOptions, 'untrusted'> {
  /** Where the values of credentials are found. Default: the environment of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** Rejects with `invalid_option` where a record cannot work. Values are concealed from the start, as far as they are there. */
export async function openCredentials(
  records: readonly CredentialedProgram[],
  { untrusted, environment = process.env }: CredentialsOptions,
): Promise<Credentials> {
  const programs = await createCredentialedPrograms(records)
  const secrets = createSecretRegistry()
  const concealed = new Set<string>()
  const source: CredentialSource = {
    lookUp: (name) => (Object.hasOwn(environment, name) ? environment[name] : undefined),
    conceal: (value) => {
      if (concealed.has(value)) return true
      const { accepted } = secrets.register(value, { scope: 'process', rule: 'credential' })
      if (accepted) concealed.add(value)
      return accepted
    },
    locate: (name, path) => locateTrusted(name, path, { untrusted, searchPath: environment.PATH ?? '' }),
  }
  for (const reference of programs.list().flatMap(({ credentials }) => [...credentials.values()])) {
    const value = source.lookUp(reference)
    if (value !== undefined) source.conceal(value)
  }
  return { programs, secrets, tool: createCredentialedExec(programs, source) as ToolDefinition }
}
