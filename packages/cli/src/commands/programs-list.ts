import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { SecretFlags } from '../secrets/open-kept.ts'
import { addSecretFlags } from '../secrets/secret-flags.ts'

export const configureProgramsList: ConfigureCommand = (command, { io }) => {
  addSecretFlags(command)
    .addHelpText('after', examplesHelp([['Who may use which credentials', 'drawbridge programs list']]))
    .action(async (flags: SecretFlags) => {
      const { listPrograms } = await import('../programs/list-programs.ts')
      await listPrograms(flags, io)
    })
}
