import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { SecretFlags } from '../secrets/open-kept.ts'
import type { SecretOrigin } from '../secrets/read-secret.ts'
import { addSecretFlags } from '../secrets/secret-flags.ts'

export const configureSecretsSet: ConfigureCommand = (command, { io }) => {
  addSecretFlags(command.argument('<name>', 'name for references'))
    .option('--from-env <variable>', 'read the value from a variable of the environment')
    .option('--from-file <file>', 'read the value from a file (default: standard input)')
    .addHelpText(
      'after',
      examplesHelp(
        [
          ['From what another program prints', 'gh auth token | drawbridge secrets set GH_TOKEN'],
          ['From a variable', 'drawbridge secrets set SLACK_TOKEN --from-env SLACK_TOKEN'],
        ],
        'A value is never an argument, which every process can read. One trailing line break is removed.',
      ),
    )
    .action(async (name: string, flags: SecretFlags & SecretOrigin) => {
      const { setSecret } = await import('../secrets/set-secret.ts')
      await setSecret(name, flags, io)
    })
}
