import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addSettingFlags, type SettingFlags } from '../config/setting-flags.ts'

export const configureConfigSet: ConfigureCommand = (command, { io }) => {
  addSettingFlags(
    command
      .argument('<path>', 'the path of the setting, with dots between keys')
      .argument('<value>', 'JSON, or a plain word'),
  )
    .addHelpText(
      'after',
      examplesHelp(
        [
          ['One value', 'drawbridge config set permissions.mode plan'],
          ['A list', `drawbridge config set tools.deny '["fs.delete"]'`],
          ['A key that contains dots', `drawbridge config set 'agents."a.b".tools.deny' '["web.*"]'`],
        ],
        'A value that would make the configuration invalid is refused. Running processes follow within a second.',
      ),
    )
    .action(async (path: string, value: string, flags: SettingFlags) => {
      const { setSetting } = await import('../config/change-settings.ts')
      await setSetting(path, value, flags, io)
    })
}
