import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { SecretFlags } from '../secrets/open-kept.ts'
import { addSecretFlags } from '../secrets/secret-flags.ts'

export const configureSecretsList: ConfigureCommand = (command, { io }) => {
  addSecretFlags(command)
    .addHelpText('after', examplesHelp([['Which secrets exist?', 'drawbridge secrets list']]))
    .action(async (flags: SecretFlags) => {
      const { listSecrets } = await import('../secrets/list-secrets.ts')
      await listSecrets(flags, io)
    })
}
