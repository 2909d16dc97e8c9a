import { fail, type ToolContext, toolOutput } from '@drawbridge/core'
import { ownLabel } from '@drawbridge/core/artifact'
import { defineToolBody } from '@drawbridge/core/registry'
import { field } from '@drawbridge/core/schema'
import { whereCommandsOnlyRead } from './command/command-tool.ts'
import { runAndReport } from './command/run-and-report.ts'
import type { CredentialSource } from './credentialed/credential-source.ts'
import type { CredentialedPrograms, GrantedProgram, ProgramGrants } from './credentialed/credentialed-programs.ts'

const maxTimeoutSeconds = 1800

/**
 * Runs one of the configured programs with its credentials, without a shell, in a minimal environment. Calls that the
 * operator denies end as a denial before anyone is asked. The values are only in the program's environment: they are
 * looked up for the call and removed from all output. `data`: as in `runtime.run_command`; with `check` `{allowed,
 * reason?}`, and nothing runs. Codes: as in `runtime.run_command`; `denied_by_policy`; `tool_not_available` (a
 * credential is missing here); `invalid_target` (no such program, or another file is in its place).
 */
export function credentialedExec(grants: ProgramGrants, source: CredentialSource) {
  return defineToolBody({
    input: field.object({
      binary: field.string().min(1).max(200).describe('Name of a configured program.'),
      args: field
        .array(field.string())
        .max(1000)
        .default([])
        .describe('Its arguments, each as one entry; no shell reads them.'),
      cwd: field
        .string()
        .min(1)
        .default('.')
        .describe('Folder to run in; absolute, or relative to the working folder.'),
      timeout_seconds: field
        .int()
        .min(1)
        .max(maxTimeoutSeconds)
        .optional()
        .describe('Default: as configured, usually 30.'),
      check: field.boolean().default(false).describe('Only check if this would be refused; runs nothing.'),
    }),
    // The command decides on its own.
    sinks: [],
    targets: ({ binary, args, cwd, check }) => (check ? [] : [{ kind: 'command', argv: [binary, ...args], cwd }]),
    effective: ({ check }, targets) =>
      check ? { permission: 'readonly', risk: 'safe', why: 'It runs nothing.' } : whereCommandsOnlyRead(targets),
    timeLimit: ({ binary, timeout_seconds: seconds }) => {
      const limit = seconds ?? grants.all.find(binary)?.timeout
      return limit === undefined ? undefined : limit * 1000
    },
    execute: ({ binary, args, check }, context) => {
      const programs = grants.of(context.principal)
      const program = programs.find(binary) ?? fail('invalid_target', unknownProgram(binary, programs))
      const objection = program.objection(args)
      if (check) return verdict(program, objection)
      if (objection !== undefined) fail('denied_by_policy', `Blocked by safety policy: ${objection}.`)
      assertGenuine(program, source, context)
      const environment = { ...program.settings, ...credentialsFor(program, source) }
      return runAndReport({ command: { argv: [binary, ...args] }, environment }, context)
    },
  })
}

function verdict({ name }: GrantedProgram, reason: string | undefined) {
  const text = reason === undefined ? `"${name}" would accept these arguments.` : `This would be refused: ${reason}.`
  return toolOutput({
    content: [{ type: 'text', text, label: ownLabel }],
    data: reason === undefined ? { allowed: true } : { allowed: false, reason },
  })
}

function unknownProgram(binary: string, programs: CredentialedPrograms): string {
  const names = programs.list().map(({ name }) => name)
  const there = names.length === 0 ? 'None is.' : `Configured: ${names.join(', ')}.`
  return `No credentials are configured for ${JSON.stringify(binary)}. ${there} Run programs without credentials with runtime.run_command.`
}

/** A file of that name in a folder that others can write must not get the credentials. */
function assertGenuine({ name, path }: GrantedProgram, source: CredentialSource, { invocations }: ToolContext): void {
  const genuine = source.locate(name, path)
  const { path: found, elsewhere = false } = invocations[0]?.program ?? {}
  // The image is its operator's, and nothing of its file system can be written: whatever has that name there is meant.
  if (elsewhere && path === undefined) return
  if (elsewhere) {
    fail(
      'invalid_target',
      `"${name}" is configured as ${path}, a file of this machine, but would run in a container, which has other files. Ask the operator to remove the path from its record, so that the program of the image is used, or to run this agent in bubblewrap.`,
    )
  }
  if (genuine === undefined) {
    fail(
      'command_not_found',
      path === undefined
        ? `"${name}" was not found in any folder that only its owner can write.`
        : `"${name}" was not found at ${path}, or someone other than its owner could replace it: other users or tools may write to it, to a link or to a folder on the way.`,
    )
  }
  if (found === genuine) return
  fail(
    'invalid_target',
    `"${name}" leads to ${found ?? 'no file'} here, which is not ${genuine}. Only that file gets the credentials.`,
  )
}

function credentialsFor(
  { name, credentials }: GrantedProgram,
  source: CredentialSource,
): Readonly<Record<string, string>> {
  const environment: Record<string, string> = Object.create(null)
  for (const [variable, reference] of credentials) {
    const value = source.lookUp(reference, name)
    if (value === undefined || value === '') {
      fail('tool_not_available', `"${name}" needs ${variable}, and the operator's ${reference} has no value here.`)
    }
    if (value.includes('\0')) {
      fail(
        'tool_not_available',
        `The value of ${variable} contains a NUL character, which a variable of "${name}" cannot.`,
      )
    }
    if (!source.conceal(value)) {
      fail(
        'tool_not_available',
        `The value of ${variable} is too short to be removed reliably from the output of "${name}".`,
      )
    }
    environment[variable] = value
  }
  return environment
}
