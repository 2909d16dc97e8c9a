import type { DeferredTool } from '@drawbridge/core/registry'
import type { CredentialSource } from './credentialed/credential-source.ts'
import type { ProgramGrants } from './credentialed/credentialed-programs.ts'

/** `runtime.credentialed_exec` over these programs, described as they are now. */
export function createCredentialedExec(grants: ProgramGrants, source: CredentialSource): DeferredTool {
  return {
    name: 'runtime.credentialed_exec',
    description: describe(grants),
    permission: 'write',
    risk: 'dangerous',
    tags: ['dangerous', 'network'],
    mayOnlyRead: true,
    load: async () => (await import('./credentialed-exec.ts')).credentialedExec(grants, source),
  }
}

/** One description for all runs: what only some of them may use is named in their TOOLS.md. */
function describe({ everyones, all }: ProgramGrants): string {
  const programs = everyones.list().map(({ name, tips }) => (tips === '' ? `- ${name}` : `- ${name}: ${tips}`))
  const others = all.list().length > programs.length ? ['- those listed in TOOLS.md'] : []
  return [
    'Runs a program with the credentials that it needs, which you never see. No shell: no pipes, redirections or variables. Configured:',
    ...(programs.length + others.length === 0 ? ['- none'] : [...programs, ...others]),
  ].join('\n')
}
