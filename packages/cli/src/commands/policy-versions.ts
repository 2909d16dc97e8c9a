import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { VersionsFlags } from '../policy/change-policy.ts'
import { addFolderFlags } from '../session/session-flags.ts'

export const configurePolicyVersions: ConfigureCommand = (command, { io }) => {
  addFolderFlags(command)
    .option('--limit <count>', 'the most versions to list', '20')
    .option('--json', 'write one JSON object')
    .addHelpText('after', examplesHelp([['Who changed the policy, and when?', 'drawbridge policy versions']]))
    .action(async (flags: VersionsFlags) => {
      const { listVersions } = await import('../policy/change-policy.ts')
      await listVersions(flags, io)
    })
}
