import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { SecretFlags } from '../secrets/open-kept.ts'
import { addSecretFlags } from '../secrets/secret-flags.ts'

export const configureSecretsRemove: ConfigureCommand = (command, { io, finish }) => {
  addSecretFlags(command.argument('<name>', 'as `secrets list` shows it'))
    .addHelpText(
      'after',
      examplesHelp([['A secret that is no longer needed', 'drawbridge secrets remove SLACK_TOKEN']]),
    )
    .action(async (name: string, flags: SecretFlags) => {
      const { removeSecret } = await import('../secrets/remove-secret.ts')
      finish(await removeSecret(name, flags, io))
    })
}
