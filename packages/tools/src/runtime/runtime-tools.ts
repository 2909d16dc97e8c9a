import type { DeferredTool } from '@drawbridge/core/registry'

/** Group `runtime`, but for `runtime.credentialed_exec`, which `createCredentialedExec` makes. */
export const runtimeTools: readonly DeferredTool[] = [
  {
    name: 'runtime.exec',
    description:
      'Runs a shell command line (bash) and returns exit code and output. For one program with arguments prefer runtime.run_command. With background=true it continues after the call: see runtime.process.',
    permission: 'write',
    risk: 'dangerous',
    tags: ['dangerous'],
    mayOnlyRead: true,
    load: async () => (await import('./exec.ts')).exec,
  },
  {
    name: 'runtime.run_command',
    description:
      'Runs a program with arguments, without a shell: no pipes, redirections, variables or wildcards. Returns exit code and output.',
    permission: 'write',
    risk: 'dangerous',
    tags: ['dangerous'],
    mayOnlyRead: true,
    load: async () => (await import('./run-command.ts')).runCommand,
  },
  {
    name: 'runtime.process',
    description:
      'Background processes that runtime.exec started in this session: list, poll (new output and state), log (any lines), write or send_keys to its input, kill, clear (forget ended ones).',
    permission: 'write',
    risk: 'dangerous',
    tags: ['dangerous', 'polling'],
    mayOnlyRead: true,
    load: async () => (await import('./process.ts')).processTool,
  },
]
