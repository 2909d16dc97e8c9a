import type { ProgramEntry } from '@drawbridge/sdk/secrets'

/** Returns a program as `--json` shows it: the names of its variables and the sources of their values, never a value. */
export function programJson({ record, environment, ...entry }: ProgramEntry) {
  const { binary_name: name, binary_path: path, preset, tips, enabled } = record
  return {
    name,
    ...(path === undefined ? {} : { path }),
    ...(preset === undefined ? {} : { preset }),
    enabled,
    variables: environment.status === 'opened' ? Object.entries(environment.variables).map(variableJson) : [],
    ...(environment.status === 'opened' ? {} : { problem: environment.why }),
    grants: entry.grants,
    denyArgs: record.deny_args,
    denyVerbose: record.deny_verbose,
    timeoutSeconds: record.timeout_seconds,
    tips,
    keyId: entry.keyId,
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
  }
}

type Variable = Extract<ProgramEntry['environment'], { status: 'opened' }>['variables'][string]

function variableJson([name, variable]: [string, Variable]) {
  return 'secret' in variable ? { name, secret: variable.secret } : { name }
}

export type ProgramJson = ReturnType<typeof programJson>
