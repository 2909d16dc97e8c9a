import type { Command } from 'commander'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { GranteeFlags } from '../programs/grantee-of.ts'
import type { SecretFlags } from '../secrets/open-kept.ts'
import { addSecretFlags } from '../secrets/secret-flags.ts'

type GrantFlags = SecretFlags & GranteeFlags

export const configureProgramsGrant: ConfigureCommand = (command, { io, finish }) => {
  addGranteeFlags(command)
    .addHelpText('after', examplesHelp([['To one agent', 'drawbridge programs grant gh --agent coder']]))
    .action(async (name: string, flags: GrantFlags) => {
      const { grantProgram } = await import('../programs/grant-program.ts')
      finish(await grantProgram(name, flags, io))
    })
}

export const configureProgramsRevoke: ConfigureCommand = (command, { io, finish }) => {
  addGranteeFlags(command)
    .addHelpText(
      'after',
      examplesHelp(
        [['What was granted to everyone', 'drawbridge programs revoke gh --everyone']],
        'It revokes only that grant; `drawbridge programs show` lists the others. It applies from the next command on.',
      ),
    )
    .action(async (name: string, flags: GrantFlags) => {
      const { revokeProgram } = await import('../programs/grant-program.ts')
      finish(await revokeProgram(name, flags, io))
    })
}

function addGranteeFlags(command: Command): Command {
  return addSecretFlags(command.argument('<name>', 'as `programs list` shows it'))
    .option('--agent <id>', 'runs of this agent')
    .option('--user <id>', 'runs for this user')
    .option('--everyone', 'every run')
}
