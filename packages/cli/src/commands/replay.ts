import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { ReplayFlags } from '../replay/run-replay.ts'
import { addStoreFlags } from '../session/session-flags.ts'

export const configureReplay: ConfigureCommand = (command, { io, finish }) => {
  addStoreFlags(command)
    .argument('<session>', 'the session to replay')
    .option('--json', 'write one JSON object')
    .addHelpText(
      'after',
      examplesHelp(
        [
          ['Would this session run the same way today?', 'drawbridge replay SESSION'],
          ['For a script', 'drawbridge replay SESSION --json'],
        ],
        'Exit code: 0 every event is equal; 1 something differs, or nothing could be replayed. Nothing is called or asked.',
      ),
    )
    .action(async (session: string, flags: ReplayFlags) => {
      const { runReplay } = await import('../replay/run-replay.ts')
      finish(await runReplay(session, flags, io))
    })
}
